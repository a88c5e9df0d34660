package dev.intellibrix.agenttools.html;

/** Drops from the main content what is in it but is none: lists of links, forms, captions of controls. */
final class Cleaning implements PartWalk.Visitor {

    private static final double MOSTLY_LINKS = 0.55;

    private final Part root;

    Cleaning(Part root) {
        this.root = root;
    }

    @Override
    public boolean enter(Part part) {
        if (part.isText() || part == root) {
            return !part.isText();
        }
        if (isOnlyLinks(part)) {
            part.drop();
            return false;
        }
        return !part.is("p", "pre", "table");
    }

    private static boolean isOnlyLinks(Part part) {
        Measure measure = part.measure();
        boolean container = part.is("div", "section", "ul", "ol", "dl", "form", "header", "fieldset", "p", "article");
        return container
                && measure.letters() > 0
                && measure.linkShare() > MOSTLY_LINKS
                && measure.prose() * 4 < measure.letters();
    }
}
