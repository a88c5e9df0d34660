package dev.intellibrix.agenttools.html;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The numbers of a style that make a text too small, too faint or too far away to be seen. Immutable. */
final class CssLengths {

    private static final double FAINT = 0.05;
    private static final int AWAY = -2_000;
    private static final int OUTSIDE = -400;
    private static final int WHOLE_WIDTH = 900;

    private static final Pattern LENGTH = Pattern.compile("([+-]?[0-9]*\\.?[0-9]+)([a-z%]*)");
    private static final Pattern FAR = Pattern.compile("-\\s{0,9}[0-9]{4,9}(?:\\.[0-9]{1,9})?(?:px|r?em|v[wh]|%)");
    private static final Pattern NO_AREA = Pattern.compile(
            "inset\\(\\s*(?:[5-9]\\d|100)(?:\\.\\d+)?%.*|circle\\(\\s*0.*|rect\\(\\s*[01](?:px)?[\\s,]+[01](?:px)?[\\s,]+[01](?:px)?[\\s,]+[01](?:px)?.*"
                    + "|polygon\\((?:\\s*0(?:px|%)?\\s+0(?:px|%)?\\s*,?)+\\)");
    private static final Pattern NO_SIZE = Pattern.compile("scale[xy]?\\(\\s*0(?:\\.0+)?\\s*[,)]");
    private static final Pattern TRANSLATE = Pattern.compile("translate(?:x|y|3d)?\\(([^()]*)\\)");
    private static final Pattern OPACITY = Pattern.compile("opacity\\(\\s*([0-9]*\\.?[0-9]+%?)\\s*\\)");
    private static final Pattern SEPARATOR = Pattern.compile("[\\s,]+");

    private final Map<String, String> values;

    CssLengths(Map<String, String> values) {
        this.values = values;
    }

    private String get(String property) {
        return values.getOrDefault(property, "");
    }

    boolean hide() {
        return isFaint(get("opacity"))
                || isFaintByFilter()
                || isTiny(get("font-size"))
                || hasTinySize(get("font"))
                || isZero(get("scale"))
                || isZero(get("zoom"))
                || isClipped()
                || isOutside();
    }

    private static boolean isFaint(String value) {
        Matcher matcher = LENGTH.matcher(value);
        if (!matcher.matches()) {
            return false;
        }
        double number = Double.parseDouble(matcher.group(1));
        return (matcher.group(2).equals("%") ? number / 100 : number) < FAINT;
    }

    private boolean isFaintByFilter() {
        Matcher matcher = OPACITY.matcher(get("filter"));
        return matcher.find() && isFaint(matcher.group(1));
    }

    /** A length of no more than a pixel or two, in any unit; nobody reads text of that size. */
    private static boolean isTiny(String length) {
        Matcher matcher = LENGTH.matcher(length);
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

    /** Whether one of the parts of a font is a tiny size; a height of lines may follow it. */
    private static boolean hasTinySize(String font) {
        for (String part : SEPARATOR.split(font, -1)) {
            int slash = part.indexOf('/');
            if (isTiny(slash < 0 ? part : part.substring(0, slash))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isZero(String value) {
        OptionalDouble first = number(SEPARATOR.split(value, -1)[0]);
        return first.isPresent() && first.getAsDouble() == 0;
    }

    private boolean isClipped() {
        return NO_AREA.matcher(get("clip")).matches()
                || NO_AREA.matcher(get("clip-path")).matches()
                || NO_AREA.matcher(get("-webkit-clip-path")).matches()
                || (isCut() && (isTiny(get("height")) || isTiny(get("width")) || hasNoRoom()));
    }

    private boolean hasNoRoom() {
        OptionalDouble indent = number(get("text-indent"));
        return isTiny(get("max-height"))
                || isTiny(get("max-width"))
                || (indent.isPresent() && indent.getAsDouble() >= WHOLE_WIDTH);
    }

    private boolean isCut() {
        for (String property : new String[] {"overflow", "overflow-x", "overflow-y"}) {
            if (get(property).startsWith("hidden") || get(property).startsWith("clip")) {
                return true;
            }
        }
        return false;
    }

    private boolean isOutside() {
        return isBelow(get("text-indent"), OUTSIDE)
                || isBelow(get("margin-left"), AWAY)
                || isBelow(get("margin-top"), AWAY)
                || isBelow(get("margin"), AWAY)
                || isBelow(get("translate"), AWAY)
                || isTransformedAway(get("transform"))
                || isTransformedAway(get("-webkit-transform"))
                || isMovedAway();
    }

    private boolean isMovedAway() {
        String position = get("position");
        boolean isMoved = position.equals("absolute") || position.equals("fixed") || position.equals("relative");
        return isMoved
                && (isBelow(get("left"), OUTSIDE)
                        || isBelow(get("top"), OUTSIDE)
                        || isBelow(get("right"), OUTSIDE)
                        || isBelow(get("bottom"), OUTSIDE)
                        || isBelow(get("inset"), OUTSIDE));
    }

    private static boolean isTransformedAway(String transform) {
        if (NO_SIZE.matcher(transform).find()) {
            return true;
        }
        Matcher moves = TRANSLATE.matcher(transform);
        while (moves.find()) {
            if (isBelow(moves.group(1), AWAY)) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of the lengths of a value is below the bound. */
    private static boolean isBelow(String value, double bound) {
        if (value.isEmpty()) {
            return false;
        }
        if (value.indexOf('(') >= 0) {
            return FAR.matcher(value).find(); // A sum: what takes away so much leads out of sight.
        }
        for (String part : SEPARATOR.split(value, -1)) {
            OptionalDouble number = number(part);
            if (number.isPresent() && number.getAsDouble() < bound) {
                return true;
            }
        }
        return false;
    }

    private static OptionalDouble number(String value) {
        Matcher matcher = LENGTH.matcher(value);
        if (!matcher.matches()) {
            return OptionalDouble.empty();
        }
        double number = Double.parseDouble(matcher.group(1));
        // An em is about 16 pixels; a percentage is of what is around the text, the others are of the window.
        return OptionalDouble.of(
                switch (matcher.group(2)) {
                    case "em", "rem" -> number * 16;
                    case "%" -> number * 10;
                    case "vw", "vh" -> number * 25;
                    default -> number;
                });
    }
}
