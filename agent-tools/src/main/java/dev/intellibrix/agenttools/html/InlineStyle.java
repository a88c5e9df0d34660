package dev.intellibrix.agenttools.html;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The declarations of a style attribute or of a rule in a style sheet, those that can hide a text. As in a browser the last one
 * of a property counts that has a value which the property takes, and one that is marked as important before all others.
 * Immutable.
 */
final class InlineStyle {

    private static final InlineStyle NONE = new InlineStyle(Map.of());

    /** A longer value is a picture, or none. */
    private static final int MAX_VALUE = 1_000;

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?(?:\\*/|$)", Pattern.DOTALL);
    private static final Pattern ESCAPE = Pattern.compile("\\\\([0-9a-f]{1,6})\\s?|\\\\(.)");
    private static final Pattern IMPORTANT = Pattern.compile("!\\s{0,99}important");
    private static final Pattern NO_COLOR =
            Pattern.compile("url\\([^)]*\\)|gradient\\((?:[^()]++|\\([^()]*+\\))*+\\)?");
    private static final Pattern COLOR = Pattern.compile("(?:rgb|hsl)a?\\([^()]*\\)|#[0-9a-f]{3,8}\\b|[a-z]+");

    private static final Set<String> HIDING = Set.of("display", "visibility", "content-visibility", "opacity");
    private static final Set<String> NOT_SET = Set.of("none", "inherit", "initial", "unset", "revert");

    private final Map<String, String> values;
    private final CssLengths lengths;

    private InlineStyle(Map<String, String> values) {
        this.values = values;
        this.lengths = new CssLengths(values);
    }

    static InlineStyle of(String source) {
        if (source.isBlank()) {
            return NONE;
        }
        String style = unescape(COMMENT.matcher(source.toLowerCase(Locale.ROOT)).replaceAll(""));
        Map<String, String> values = new HashMap<>();
        Set<String> important = new HashSet<>();
        int start = 0;
        while (start < style.length()) {
            int end = endOfDeclaration(style, start);
            int colon = style.indexOf(':', start);
            if (colon > start && colon < end) {
                declare(style.substring(start, colon).strip(), style.substring(colon + 1, end), values, important);
            }
            start = end + 1;
        }
        return new InlineStyle(values);
    }

    /** The next semicolon that is in no brackets, as in the address of a picture. */
    private static int endOfDeclaration(String style, int start) {
        int depth = 0;
        for (int i = start; i < style.length(); i++) {
            char c = style.charAt(i);
            if (c == ';' && depth == 0) {
                return i;
            }
            depth = Math.max(0, depth + (c == '(' ? 1 : c == ')' ? -1 : 0));
        }
        return style.length();
    }

    private static void declare(String property, String written, Map<String, String> values, Set<String> important) {
        String value = written.strip();
        boolean isImportant = false;
        if (value.indexOf('!') >= 0 && value.length() <= MAX_VALUE) {
            Matcher mark = IMPORTANT.matcher(value);
            isImportant = mark.find();
            value = mark.replaceAll("").strip();
        }
        boolean counts = value.length() <= MAX_VALUE
                && CssValues.takes(property, value)
                && (isImportant || !important.contains(property));
        if (!counts) {
            return;
        }
        switch (property) {
            case "background" -> values.keySet().removeAll(Set.of("background-color", "background-image"));
            case "font" -> values.remove("font-size");
            default -> {}
        }
        values.put(property, value);
        if (isImportant) {
            important.add(property);
        }
    }

    private static String unescape(String style) {
        if (style.indexOf('\\') < 0) {
            return style;
        }
        return ESCAPE.matcher(style).replaceAll(match -> {
            if (match.group(1) == null) {
                return Matcher.quoteReplacement(match.group(2));
            }
            int code = Integer.parseInt(match.group(1), 16);
            return Character.isValidCodePoint(code)
                    ? Matcher.quoteReplacement(Character.toString(Character.toLowerCase(code)))
                    : "";
        });
    }

    private String get(String property) {
        return values.getOrDefault(property, "");
    }

    /** Whether this sets one of the properties that can hide an element, to another value. */
    boolean maySetVisible() {
        return !hides() && HIDING.stream().anyMatch(values::containsKey);
    }

    /** Whether this alone makes an element invisible, or moves it out of sight. */
    boolean hides() {
        return get("display").equals("none")
                || get("visibility").equals("hidden")
                || get("visibility").equals("collapse")
                || get("content-visibility").equals("hidden")
                || lengths.hide()
                || isTransparent();
    }

    /** Transparent letters are seen where the picture behind them is cut to their shape. */
    private boolean isTransparent() {
        boolean isCutOut = get("background-clip").equals("text")
                || get("-webkit-background-clip").equals("text")
                || get("background").endsWith(" text");
        return !isCutOut && color().isPresent() && color().get().isTransparent();
    }

    /** The colour of the text, if it is set. */
    Optional<CssColor> color() {
        String fill = get("-webkit-text-fill-color");
        String color = fill.isEmpty() ? get("color") : fill;
        return color.isEmpty() ? Optional.empty() : Optional.of(CssColor.of(color));
    }

    /** The colour behind the text, or that there is something else than a colour; empty when nothing is set. */
    Optional<CssColor> background() {
        String image = get("background-image");
        String all = get("background-color").isEmpty() ? get("background") : get("background-color");
        Optional<CssColor> color = colorIn(NO_COLOR.matcher(all).replaceAll(" "));
        boolean isPicture = NO_COLOR.matcher(all).find() || !(image.isEmpty() || NOT_SET.contains(image));
        if (color.isEmpty() && (isPicture || isOther(all))) {
            return Optional.of(isPicture ? CssColor.PICTURE : CssColor.of(all));
        }
        return color;
    }

    private static Optional<CssColor> colorIn(String background) {
        Matcher matcher = COLOR.matcher(background);
        Optional<CssColor> last = Optional.empty();
        while (matcher.find()) {
            CssColor color = CssColor.of(matcher.group());
            last = color.isKnown() && !color.isTransparent() ? Optional.of(color) : last;
        }
        return last;
    }

    private static boolean isOther(String background) {
        return !background.isEmpty()
                && !NOT_SET.contains(background)
                && !CssColor.of(background).isTransparent();
    }
}
