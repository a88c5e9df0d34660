package dev.intellibrix.provider.wire;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;

/**
 * The arguments of a call, with two slips of models mended: a code fence around them and a comma before a closing bracket.
 * Anything else stays as it came, for the gate to refuse with the place of the fault.
 *
 * @param text the arguments
 * @param repaired whether they were mended
 */
public record Arguments(String text, boolean repaired) {

    /** The arguments in this text; nothing at all stands for no arguments. */
    public static Arguments of(String text) {
        if (text.isBlank()) {
            return new Arguments("{}", false);
        }
        if (isJson(text)) {
            return new Arguments(text, false);
        }
        String mended = withoutTrailingCommas(withoutFence(text.strip()));
        return isJson(mended) ? new Arguments(mended, true) : new Arguments(text, false);
    }

    private static boolean isJson(String text) {
        try {
            Json.parse(text);
            return true;
        } catch (JsonFault e) {
            return false;
        }
    }

    private static String withoutFence(String text) {
        if (!text.startsWith("```") || !text.endsWith("```") || text.length() < 6) {
            return text;
        }
        int start = 3;
        while (start < text.length() && Character.isLetterOrDigit(text.charAt(start))) {
            start++; // The language.
        }
        return start <= text.length() - 3
                ? text.substring(start, text.length() - 3).strip()
                : text;
    }

    private static String withoutTrailingCommas(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        boolean inString = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (inString && c == '\\' && i + 1 < text.length()) {
                kept.append(c).append(text.charAt(++i));
                continue;
            }
            if (c == '"') {
                inString = !inString;
            }
            if (inString || c != ',' || !closesNext(text, i + 1)) {
                kept.append(c);
            }
        }
        return kept.toString();
    }

    private static boolean closesNext(String text, int from) {
        int i = from;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return i < text.length() && (text.charAt(i) == '}' || text.charAt(i) == ']');
    }
}
