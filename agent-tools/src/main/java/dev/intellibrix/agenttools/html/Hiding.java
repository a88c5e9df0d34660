package dev.intellibrix.agenttools.html;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
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

    /** What a class says: that its element is hidden, or that the page's own rules hide it. */
    private enum ClassVerdict {
        SHOWN,
        HIDDEN,
        HIDDEN_BY_RULE
    }

    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final Pattern SHOWN_ON_WIDER = Pattern.compile("d-\\w\\w-.*");
    private static final int LONGEST_WORD = 50;

    private final Set<Element> aroundMain;
    private final StyleRules rules;
    private final Remembered<ClassVerdict> classes = new Remembered<>(this::verdict);
    private final Remembered<InlineStyle> styles = new Remembered<>(InlineStyle::of);
    private final Remembered<CssColor> colors = new Remembered<>(CssColor::of);
    private final IdentityHashMap<Element, Optional<CssColor>> backgrounds = new IdentityHashMap<>();

    private Hiding(Set<Element> aroundMain, StyleRules rules) {
        this.aroundMain = aroundMain;
        this.rules = rules;
    }

    static Hiding of(Document document) {
        Set<Element> around = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Element main : document.select("body, main, [role]")) {
            boolean isMain = main.nameIs("body") || main.nameIs("main") || is(main, "role", "main");
            for (Element up = main; isMain && up != null && around.add(up); ) {
                up = up.parent();
            }
        }
        return new Hiding(around, StyleRules.of(document));
    }

    /** Whether an attribute is this word, in any case. */
    private static boolean is(Element element, String attribute, String word) {
        String value = element.attr(attribute);
        return value.length() <= LONGEST_WORD && value.strip().equalsIgnoreCase(word);
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
        return is(element, "aria-hidden", "true") && !aroundMain.contains(element);
    }

    private boolean hidesByClass(Element element) {
        ClassVerdict verdict = classes.of(element.attr("class"));
        boolean isHiddenByRule = verdict == ClassVerdict.HIDDEN_BY_RULE || rules.hideId(element.id());
        return verdict == ClassVerdict.HIDDEN || (isHiddenByRule && !aroundMain.contains(element));
    }

    private ClassVerdict verdict(String names) {
        boolean isNone = false;
        boolean isShownOnWider = false;
        boolean isHiddenByRule = false;
        for (Iterator<String> each = SPACES.splitAsStream(names).iterator(); each.hasNext(); ) {
            String name = each.next();
            if (name.length() <= LONGEST_WORD && FOR_SCREEN_READERS.contains(name.toLowerCase(Locale.ROOT))) {
                return ClassVerdict.HIDDEN;
            }
            isNone |= name.equals("d-none");
            isShownOnWider |= SHOWN_ON_WIDER.matcher(name).matches();
            isHiddenByRule |= rules.hideClass(name);
        }
        if (isNone && !isShownOnWider) {
            return ClassVerdict.HIDDEN;
        }
        return isHiddenByRule ? ClassVerdict.HIDDEN_BY_RULE : ClassVerdict.SHOWN;
    }

    private boolean hidesByStyle(Element element) {
        String font = element.nameIs("font") ? element.attr("color") : "";
        if (font.isEmpty() && !element.hasAttr("style")) {
            return false;
        }
        InlineStyle style = styles.of(element.attr("style"));
        if (style.hides()) {
            return true;
        }
        Optional<CssColor> color =
                style.color().or(() -> font.isEmpty() ? Optional.empty() : Optional.of(colors.of(font)));
        return color.isPresent() && isLikeBackground(color.get(), element);
    }

    /** White on what is not known to be another colour is taken for white on white. */
    private boolean isLikeBackground(CssColor color, Element element) {
        return color.isLike(backgroundOf(element).orElse(CssColor.WHITE));
    }

    /** The colour behind an element; each style is read once, however many elements are in it. */
    private Optional<CssColor> backgroundOf(Element element) {
        Deque<Element> unknown = new ArrayDeque<>();
        Optional<CssColor> background = Optional.empty();
        for (Element up = element; up != null; up = up.parent()) {
            Optional<CssColor> known = backgrounds.get(up);
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

    private static Optional<CssColor> inherit(Optional<CssColor> own, Optional<CssColor> around) {
        return own.isPresent() ? own : around;
    }

    private Optional<CssColor> ownBackground(Element element) {
        Optional<CssColor> background = styles.of(element.attr("style")).background();
        boolean old = background.isEmpty() && element.hasAttr("bgcolor");
        return old ? Optional.of(colors.of(element.attr("bgcolor"))) : background;
    }
}
