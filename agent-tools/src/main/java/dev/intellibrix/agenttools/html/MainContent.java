package dev.intellibrix.agenttools.html;

import dev.intellibrix.tool.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * Finds the main content of a page: where its prose is. Menus, banners, share bars, cookie notices and comments go first,
 * by element, role and name, as long as that leaves most of the prose. Then the search goes down from the body as long as
 * one child outweighs the others: it holds more paragraphs side by side than any of them, and they together hold little
 * that is not links. At last what is only links or forms goes from the part that was found.
 */
final class MainContent {

    /** A page with less prose than this has no main content to speak of. */
    private static final int ENOUGH = 140;

    /** The share of the prose that furniture may have at most; what has more is the content, whatever it is called. */
    private static final double FURNITURE_SHARE = 0.3;

    /** The same for elements that are never content, and for notices that ask for consent. */
    private static final double CERTAIN_SHARE = 0.5;

    /** The share of its parent's prose that a part must have to stand for it. */
    private static final double STEP_SHARE = 0.25;

    /** What scores so much of the best beside it is as much the content as that. */
    private static final double RIVAL = 0.25;

    /** What is beside the best may have so much of its prose together. */
    private static final double BESIDE_SHARE = 0.2;

    /** With this share of links a part leads to other pages, also if it says a few words about each. */
    private static final double TEASERS = 0.25;

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
        dropFurniture(body.weight().kept());
        addUp();
        if (body.weight().kept() < ENOUGH) {
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
            boolean drop = part != body
                    && Boilerplate.isFurniture(part)
                    && part.weight().kept() <= share(part) * all;
            if (drop) {
                part.drop();
            }
            return !drop && !part.isText();
        });
    }

    private static double share(Part part) {
        return part.is("nav", "footer") || Boilerplate.isNotice(part) ? CERTAIN_SHARE : FURNITURE_SHARE;
    }

    private void addUp() {
        walk.over(body, new PartWalk.Visitor() {
            @Override
            public boolean enter(Part part) {
                if (part.isText()) {
                    return false;
                }
                part.weight().clear();
                return true;
            }

            @Override
            public void leave(Part part) {
                part.weight().addUp(part);
            }
        });
    }

    /** Goes down while one child outweighs what is beside it. */
    private Part descend() {
        Part at = body;
        while (true) {
            Part best = heaviest(at);
            if (best == at || !outweighs(best, at)) {
                return at;
            }
            dropBeside(best, at);
            at = best;
        }
    }

    private static Part heaviest(Part at) {
        Part best = at;
        for (Part child : at.children()) {
            boolean container = !child.isDropped()
                    && CONTAINERS.contains(child.name())
                    && !child.weight().isParagraph()
                    && !isGridOrList(child);
            if (container
                    && child.weight().best() > 0
                    && (best == at || child.weight().best() > best.weight().best())) {
                best = child;
            }
        }
        return best;
    }

    /** Whether a table or a list has its prose in many cells or items, not all the page in one. */
    private static boolean isGridOrList(Part part) {
        Part at = part;
        while (at.is("table", "tbody", "tr", "ul", "ol", "dl")) {
            Part largest = at;
            for (Part child : at.children()) {
                boolean larger = largest == at
                        || child.weight().kept() > largest.weight().kept();
                largest = larger && !child.isDropped() ? child : largest;
            }
            if (largest == at || largest.weight().kept() < 0.6 * part.weight().kept()) {
                return true;
            }
            at = largest;
        }
        return false;
    }

    private static boolean outweighs(Part best, Part at) {
        double bound = RIVAL * best.weight().best();
        double direct = at.weight().own();
        int beside = 0;
        for (Part child : at.children()) {
            if (child == best || child.isDropped()) {
                continue;
            }
            if (child.weight().isParagraph()) {
                direct += child.weight().own();
            } else if (child.weight().best() >= bound && child.weight().left().linkShare() < TEASERS) {
                return false;
            }
            beside += isClean(child.weight().left()) ? child.weight().kept() : 0;
        }
        return direct < bound
                && beside < BESIDE_SHARE * best.weight().kept()
                && best.weight().kept() >= STEP_SHARE * at.weight().kept();
    }

    /** Whether nearly all of something is sentences and next to nothing is links. */
    private static boolean isClean(Measure measure) {
        return measure.linkShare() < 0.15 && measure.prose() * 10 >= measure.letters() * 6 && measure.prose() >= 80;
    }

    private static void dropBeside(Part best, Part at) {
        for (Part child : at.children()) {
            if (child != best && !belongs(child, at)) {
                child.drop();
            }
        }
    }

    /** Whether a part is the title of the page, alone or with a date and a name. */
    private static boolean isTitle(Part part) {
        Measure left = part.weight().left();
        return part.weight().hasTitle() && left.letters() <= 300 && left.linkShare() < 0.5;
    }

    /** Whether what stands beside the main part is an introduction to it or its end. */
    private static boolean belongs(Part child, Part at) {
        boolean near = at.is("article") || at.isInside("article") || at.is("main") || at.isInside("main");
        boolean data =
                child.is("table", "dl", "figure") && child.weight().left().linkShare() < 0.3;
        return isTitle(child) || (near && (data || isClean(child.weight().left())));
    }

    private void restore() {
        new Restoring().of(body);
    }

    /** Goes through all parts, dropped ones too, which a walk leaves out. */
    private static final class Restoring {

        void of(Part root) {
            Deque<Part> todo = new ArrayDeque<>();
            todo.push(root);
            while (!todo.isEmpty()) {
                Part part = todo.pop();
                part.restore();
                part.children().forEach(todo::push);
            }
        }
    }
}
