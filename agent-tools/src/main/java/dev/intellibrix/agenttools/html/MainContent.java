package dev.intellibrix.agenttools.html;

import dev.intellibrix.tool.Cancellation;
import java.util.Set;

/**
 * Finds the main content of a page: where its prose is. Menus, banners, share bars, cookie notices and comments go first,
 * by element, role and name, as long as that leaves most of the prose; then the search goes down from the body as long as
 * one child has nearly all of what is left; then what is only links or forms goes from the part that was found.
 */
final class MainContent {

    /** A page with less prose than this has no main content to speak of. */
    private static final int ENOUGH = 140;

    /** The share of the prose that furniture may have at most; what has more is the content, whatever it is called. */
    private static final double FURNITURE_SHARE = 0.3;

    /** The share of its parent's prose, and of all, that a part must have to stand for it. */
    private static final double STEP_SHARE = 0.9;

    private static final double WHOLE_SHARE = 0.8;

    private static final Set<String> CONTAINERS = Set.of(
            "body",
            "div",
            "section",
            "article",
            "main",
            "form",
            "center",
            "table",
            "tbody",
            "tr",
            "td",
            "span",
            "font",
            "fieldset",
            "figure",
            "header",
            "details",
            "ul",
            "ol",
            "li",
            "dl",
            "dd",
            "b",
            "a");

    private final Part body;
    private final PartWalk walk;

    private MainContent(Part body, PartWalk walk) {
        this.body = body;
        this.walk = walk;
    }

    /** Drops what is not main content; nothing, and false, when no part stands out. */
    static boolean select(Part body, Cancellation cancellation) {
        return new MainContent(body, new PartWalk(cancellation)).select();
    }

    private boolean select() {
        int all = body.measure().prose();
        dropDiscussion(all);
        addUp();
        dropFurniture(body.kept());
        addUp();
        if (body.kept() < ENOUGH) {
            restore();
            return false;
        }
        Part found = descend();
        walk.over(found, new Cleaning(found));
        return true;
    }

    private void dropDiscussion(int all) {
        walk.over(body, part -> {
            boolean drop = part != body
                    && Elements.isBlock(part.name())
                    && Boilerplate.isDiscussion(part)
                    && all - part.measure().prose() >= 3 * ENOUGH;
            if (drop) {
                part.drop();
            }
            return !drop && !part.isText();
        });
    }

    private void dropFurniture(int all) {
        walk.over(body, part -> {
            boolean drop = part != body && Boilerplate.isFurniture(part) && part.kept() <= FURNITURE_SHARE * all;
            if (drop) {
                part.drop();
            }
            return !drop && !part.isText();
        });
    }

    private void addUp() {
        walk.over(body, new PartWalk.Visitor() {
            @Override
            public boolean enter(Part part) {
                if (part.isText()) {
                    part.addUpKept();
                }
                return !part.isText();
            }

            @Override
            public void leave(Part part) {
                part.addUpKept();
            }
        });
    }

    private Part descend() {
        Part at = body;
        while (true) {
            Part best = at;
            for (Part child : at.children()) {
                boolean better = !child.isDropped() && CONTAINERS.contains(child.name());
                best = better && (best == at || child.kept() > best.kept()) ? child : best;
            }
            if (best == at || best.kept() < STEP_SHARE * at.kept() || best.kept() < WHOLE_SHARE * body.kept()) {
                return at;
            }
            for (Part child : at.children()) {
                if (child != best) {
                    child.drop();
                }
            }
            at = best;
        }
    }

    private void restore() {
        new Restoring().of(body);
    }

    /** Goes through all parts, dropped ones too, which a walk leaves out. */
    private static final class Restoring {

        void of(Part root) {
            java.util.ArrayDeque<Part> todo = new java.util.ArrayDeque<>();
            todo.push(root);
            while (!todo.isEmpty()) {
                Part part = todo.pop();
                part.restore();
                part.children().forEach(todo::push);
            }
        }
    }
}
