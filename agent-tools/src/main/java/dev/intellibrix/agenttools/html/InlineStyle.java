package dev.intellibrix.agenttools.html;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The declarations of a style attribute or of a rule in a style sheet. Immutable. */
final class InlineStyle {

    static final String WHITE = "#ffffff";

    /** A style that is longer is not read on: what hides an element stands in few words. */
    private static final int MAX_LENGTH = 2_000;

    private static final InlineStyle NONE = new InlineStyle(Map.of());

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?(?:\\*/|$)", Pattern.DOTALL);
    private static final Pattern ESCAPE = Pattern.compile("\\\\([0-9a-f]{1,6})\\s?|\\\\(.)");
    private static final Pattern LENGTH = Pattern.compile("([+-]?[0-9]*\\.?[0-9]+)([a-z%]*)");
    private static final Pattern NO_AREA = Pattern.compile(
            "inset\\(\\s*(?:[5-9]\\d|100)(?:\\.\\d+)?%.*|circle\\(\\s*0.*|rect\\(\\s*[01](?:px)?[\\s,]+[01](?:px)?[\\s,]+[01](?:px)?[\\s,]+[01](?:px)?.*");
    private static final Pattern AWAY =
            Pattern.compile("scale[xy]?\\(\\s*0(?:\\.0+)?\\s*[,)]|translate[xy]?\\(\\s*-\\d{4,9}px");

    private static final Set<String> HIDING = Set.of("display", "visibility", "content-visibility", "opacity");

    private final Map<String, String> values;

    private InlineStyle(Map<String, String> values) {
        this.values = values;
    }

    static InlineStyle of(String source) {
        if (source.isBlank()) {
            return NONE;
        }
        String style =
                source.substring(0, Math.min(source.length(), MAX_LENGTH)).toLowerCase(Locale.ROOT);
        style = unescape(COMMENT.matcher(style).replaceAll(""));
        Map<String, String> values = new HashMap<>();
        for (String declaration : style.split(";", -1)) {
            int colon = declaration.indexOf(':');
            if (colon > 0) {
                String value = declaration
                        .substring(colon + 1)
                        .replace("!important", "")
                        .strip();
                values.put(declaration.substring(0, colon).strip(), value);
            }
        }
        return new InlineStyle(values);
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
                || isBelow("opacity", 0.05)
                || isTiny("font-size")
                || isTransparent()
                || isClipped()
                || isOutside();
    }

    private boolean isTransparent() {
        String color = get("color").replace(" ", "");
        return color.equals("transparent")
                || color.matches("(?:rgba|hsla)\\(.*,0?\\.?0+\\)|#[0-9a-f]{3}0|#[0-9a-f]{6}00");
    }

    private boolean isClipped() {
        boolean cut = get("overflow").startsWith("hidden") || get("overflow").startsWith("clip");
        return NO_AREA.matcher(get("clip")).matches()
                || NO_AREA.matcher(get("clip-path")).matches()
                || (cut && (isTiny("height") || isTiny("width") || isTiny("max-height") || isTiny("max-width")));
    }

    private boolean isOutside() {
        String position = get("position");
        boolean moved = position.equals("absolute") || position.equals("fixed") || position.equals("relative");
        return isBelow("text-indent", -400)
                || isBelow("margin-left", -2_000)
                || isBelow("margin-top", -2_000)
                || AWAY.matcher(get("transform")).find()
                || (moved
                        && (isBelow("left", -400)
                                || isBelow("top", -400)
                                || isBelow("right", -400)
                                || isBelow("bottom", -400)));
    }

    /** A length of no more than a pixel or two, in any unit; nobody reads text of that size. */
    private boolean isTiny(String property) {
        Matcher matcher = LENGTH.matcher(get(property));
        if (!matcher.matches()) {
            return false;
        }
        double value = Double.parseDouble(matcher.group(1));
        return switch (matcher.group(2)) {
            case "px", "pt" -> value <= 2;
            case "", "%" -> value <= 0.5;
            default -> value <= 0.1;
        };
    }

    private boolean isBelow(String property, double bound) {
        OptionalDouble value = number(get(property));
        return value.isPresent() && value.getAsDouble() < bound;
    }

    private static OptionalDouble number(String value) {
        Matcher matcher = LENGTH.matcher(value);
        if (!matcher.matches()) {
            return OptionalDouble.empty();
        }
        double number = Double.parseDouble(matcher.group(1));
        // An em is about 16 pixels, a percentage of the width about 10.
        return OptionalDouble.of(
                switch (matcher.group(2)) {
                    case "em", "rem" -> number * 16;
                    case "%", "vw", "vh" -> number * 10;
                    default -> number;
                });
    }

    /** The colour of the text, if it is set. */
    Optional<String> color() {
        return values.containsKey("color") ? Optional.of(color(get("color"))) : Optional.empty();
    }

    /** The colour behind the text, or that there is something else than a colour; empty when nothing is set. */
    Optional<String> background() {
        String value = values.containsKey("background-color") ? get("background-color") : get("background");
        boolean none =
                value.isEmpty() || value.equals("none") || value.equals("transparent") || value.equals("inherit");
        return none && !values.containsKey("background-image") ? Optional.empty() : Optional.of(color(value));
    }

    /** One spelling for those colours that are often used to hide text; others as they are written. */
    static String color(String written) {
        String color = written.toLowerCase(Locale.ROOT).replace(" ", "");
        return switch (color) {
            case "white",
                    "#fff",
                    "#ffff",
                    "#ffffff",
                    "#ffffffff",
                    "ffffff",
                    "rgb(255,255,255)",
                    "rgba(255,255,255,1)",
                    "snow",
                    "#fefefe",
                    "#fffffe",
                    "#fdfdfd",
                    "hsl(0,0%,100%)" -> WHITE;
            case "black", "#000", "#000000", "000000", "rgb(0,0,0)" -> "#000000";
            default -> color;
        };
    }
}
