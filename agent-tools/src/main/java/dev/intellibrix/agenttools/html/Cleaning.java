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
        if (!isMost(part) && (isOnlyLinks(part) || isSmallForm(part))) {
            part.drop();
            return false;
        }
        return !part.is("p", "pre", "table");
    }

    /** What holds most of the prose is the content, whatever else is in it. */
    private boolean isMost(Part part) {
        return part.measure().prose() * 2 > root.measure().prose();
    }

    private static boolean isOnlyLinks(Part part) {
        Measure measure = part.measure();
        boolean container = part.is("div", "section", "ul", "ol", "dl", "form", "header", "fieldset", "p", "article");
        return container
                && measure.letters() > 0
                && measure.linkShare() > MOSTLY_LINKS
                && measure.prose() * 4 < measure.letters()
                && !isAnnotated(part);
    }

    /** A form that asks for something, not one around all of the page. */
    private boolean isSmallForm(Part part) {
        return part.is("form") && part.measure().prose() * 3 < root.measure().prose();
    }

    /** Whether each entry of a list says more than its link: sources, dates, descriptions. */
    private static boolean isAnnotated(Part list) {
        int entries = 0;
        for (Part child : list.children()) {
            entries += child.isText() ? 0 : 1;
        }
        Measure measure = list.measure();
        return list.is("ul", "ol", "dl") && measure.letters() - measure.linked() >= 20 * entries;
    }
}
