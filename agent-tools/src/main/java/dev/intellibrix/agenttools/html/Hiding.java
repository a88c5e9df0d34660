package dev.intellibrix.agenttools.html;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Tells which elements a browser does not show. Text that only a program reads is how instructions get into a page, so
 * what is in doubt is hidden; what the page shows by scripts only is lost with it.
 */
final class Hiding {

    private static final Set<String> FOR_SCREEN_READERS = Set.of(
            "sr-only",
            "visually-hidden",
            "visuallyhidden",
            "screen-reader-text",
            "screen-reader-only",
            "screenreader-text",
            "sr-text",
            "assistive-text",
            "a11y-hidden",
            "element-invisible",
            "offscreen",
            "off-screen");

    private final Set<Element> aroundMain;
    private final StyleRules rules;
    private final IdentityHashMap<Element, Optional<String>> backgrounds = new IdentityHashMap<>();

    private Hiding(Set<Element> aroundMain, StyleRules rules) {
        this.aroundMain = aroundMain;
        this.rules = rules;
    }

    static Hiding of(Document document) {
        Set<Element> around = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Element main : document.select("body, main, [role=main]")) {
            for (Element up = main; up != null && around.add(up); ) {
                up = up.parent();
            }
        }
        return new Hiding(around, StyleRules.of(document));
    }

    /** Whether an element is hidden by itself; that it is inside of a hidden one is not looked at. */
    boolean hides(Element element) {
        if (element.attributesSize() == 0) {
            return element.nameIs("dialog");
        }
        return element.hasAttr("hidden")
                || element.hasAttr("popover")
                || (element.nameIs("dialog") && !element.hasAttr("open"))
                || isAriaHidden(element)
                || hidesByClass(element)
                || hidesByStyle(element);
    }

    /** While a dialog is open the whole page behind it may be marked so; otherwise it is icons and doubled text. */
    private boolean isAriaHidden(Element element) {
        return element.attr("aria-hidden").strip().equalsIgnoreCase("true") && !aroundMain.contains(element);
    }

    private boolean hidesByClass(Element element) {
        if (!element.hasAttr("class") && !element.hasAttr("id")) {
            return false;
        }
        List<String> classes = element.classList();
        for (String name : classes) {
            if (FOR_SCREEN_READERS.contains(name.toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        boolean utility = classes.contains("d-none") && classes.stream().noneMatch(name -> name.matches("d-\\w\\w-.*"));
        return utility || (rules.hide(element.id(), classes) && !aroundMain.contains(element));
    }

    private boolean hidesByStyle(Element element) {
        String font = element.nameIs("font") ? element.attr("color") : "";
        if (font.isEmpty() && !element.hasAttr("style")) {
            return false;
        }
        InlineStyle style = InlineStyle.of(element.attr("style"));
        if (style.hides()) {
            return true;
        }
        Optional<String> color =
                style.color().or(() -> font.isEmpty() ? Optional.empty() : Optional.of(InlineStyle.color(font)));
        return color.isPresent() && isLikeBackground(color.get(), element);
    }

    /** White on what is not known to be another colour is taken for white on white. */
    private boolean isLikeBackground(String color, Element element) {
        return color.equals(backgroundOf(element).orElse(InlineStyle.WHITE));
    }

    /** The colour behind an element; each style is read once, however many elements are in it. */
    private Optional<String> backgroundOf(Element element) {
        Deque<Element> unknown = new ArrayDeque<>();
        Optional<String> background = Optional.empty();
        for (Element up = element; up != null; up = up.parent()) {
            Optional<String> known = backgrounds.get(up);
            if (known != null) {
                background = known;
                break;
            }
            unknown.push(up);
        }
        for (Element down : unknown) {
            background = inherit(ownBackground(down), background);
            backgrounds.put(down, background);
        }
        return background;
    }

    private static Optional<String> inherit(Optional<String> own, Optional<String> around) {
        return own.isPresent() ? own : around;
    }

    private static Optional<String> ownBackground(Element element) {
        Optional<String> background = InlineStyle.of(element.attr("style")).background();
        boolean old = background.isEmpty() && element.hasAttr("bgcolor");
        return old ? Optional.of(InlineStyle.color(element.attr("bgcolor"))) : background;
    }
}
