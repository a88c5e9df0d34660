package dev.intellibrix.report;

/**
 * A place in the page that links lead to.
 *
 * @param id small letters, perhaps a dash and a number
 */
record HtmlPlace(String id) {

    HtmlPlace {
        if (!id.matches("[a-z]+(-[0-9]+)?")) {
            throw new IllegalArgumentException("id is no name for a place: " + id);
        }
    }

    static HtmlPlace call(int number) {
        return new HtmlPlace("call-" + number);
    }

    static HtmlPlace message(int number) {
        return new HtmlPlace("message-" + number);
    }

    static HtmlPlace section(String name) {
        return new HtmlPlace(name);
    }
}
