package dev.intellibrix.report;

import java.util.Locale;

/** The attributes of an element, of a closed set of names; their values are escaped. Immutable. */
final class HtmlAttributes {

    static final HtmlAttributes NONE = new HtmlAttributes("");

    private final String written;

    private HtmlAttributes(String written) {
        this.written = written;
    }

    /** The classes that the style sheet knows, separated by blanks. */
    static HtmlAttributes css(String classes) {
        return classes.isEmpty() ? NONE : NONE.with("class", classes);
    }

    /** Makes the element a place that links can lead to. */
    HtmlAttributes at(HtmlPlace place) {
        return with("id", place.id());
    }

    /** Makes the element a link to a place in the page; there are no others. */
    HtmlAttributes to(HtmlPlace place) {
        return with("href", "#" + place.id());
    }

    /** What a cell's column is called, for screens that are too narrow for columns. */
    HtmlAttributes label(String text) {
        return with("data-label", text);
    }

    /** Makes the element a picture with this description. */
    HtmlAttributes picture(String description) {
        return with("role", "img").with("aria-label", description);
    }

    /** Makes the cell a heading of its column ({@code col}) or row. */
    HtmlAttributes scope(String of) {
        return with("scope", of);
    }

    /** A box in a picture, in percent of its width. */
    HtmlAttributes box(double start, double width) {
        return with("x", percent(start)).with("width", percent(width)).with("height", "100%");
    }

    String written() {
        return written;
    }

    private HtmlAttributes with(String name, String value) {
        return new HtmlAttributes(written + " " + name + "=\"" + HtmlText.line(value) + "\"");
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.2f%%", value);
    }
}
