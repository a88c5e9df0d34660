package dev.intellibrix.provider.textcalls;

import java.text.Normalizer;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is left of a text without all that may differ between it and a repetition of it: white space, characters that can not be
 * seen, escapes of JSON, however deep, entities of HTML, wide forms of letters, and case. To compare, not to read.
 */
final class PlainText {

    private static final Map<String, String> ENTITIES =
            Map.of("lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", " ");

    /** An entity, however often it was written as one, or backslashes with what they stand before. */
    private static final Pattern WRITTEN_OTHERWISE = Pattern.compile(
            "&(?:amp;)*+(?:#(?<decimal>\\d{1,7})|#[xX](?<hex>\\p{XDigit}{1,6})|(?<name>lt|gt|quot|apos|nbsp));"
                    + "|&(?<and>(?:amp;)++)|\\\\++(?:u(?<escape>\\p{XDigit}{4})|[nrtbf])?");

    private PlainText() {}

    static String of(String text) {
        boolean isPlain = text.indexOf('\\') < 0 && text.indexOf('&') < 0;
        String meant = isPlain ? text : meantBy(text);
        return bare(
                Normalizer.isNormalized(meant, Normalizer.Form.NFKC)
                        ? meant
                        : Normalizer.normalize(meant, Normalizer.Form.NFKC));
    }

    private static String meantBy(String text) {
        Matcher found = WRITTEN_OTHERWISE.matcher(text);
        StringBuilder meant = new StringBuilder(text.length());
        while (found.find()) {
            found.appendReplacement(meant, "");
            meant.append(meantBy(found));
        }
        return found.appendTail(meant).toString();
    }

    private static String meantBy(Matcher found) {
        if (found.group("name") != null) {
            return ENTITIES.getOrDefault(found.group("name"), "");
        }
        if (found.group("decimal") != null) {
            return character(Integer.parseInt(found.group("decimal")));
        }
        if (found.group("hex") != null) {
            return character(Integer.parseInt(found.group("hex"), 16));
        }
        if (found.group("escape") != null) {
            return String.valueOf((char) Integer.parseInt(found.group("escape"), 16));
        }
        return found.group("and") != null ? "&" : ""; // Other escapes are backslashes, quotes and white space.
    }

    private static String character(int codePoint) {
        return Character.isValidCodePoint(codePoint) ? Character.toString(codePoint) : "";
    }

    private static String bare(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints()
                .filter(c -> !Character.isWhitespace(c)
                        && !Character.isISOControl(c)
                        && Character.getType(c) != Character.FORMAT)
                .map(Character::toLowerCase)
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }
}
