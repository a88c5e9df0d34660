package dev.intellibrix.agenttools.text;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Names of files as git writes them in a diff: in quotation marks with C's escapes when they hold a quotation mark, a
 * backslash or a control character; octal escapes are bytes of UTF-8.
 */
public final class GitName {

    private static final String ESCAPES = "a\u0007b\bt\tn\nv\u000bf\fr\r\"\"\\\\";

    private GitName() {}

    /**
     * A name that was read.
     *
     * @param text the name
     * @param end the index behind the closing quotation mark
     */
    public record Unquoted(String text, int end) {}

    /** The name as it stands in a header; characters beyond ASCII stay as they are. */
    public static String quote(String name) {
        StringBuilder quoted = new StringBuilder(name.length() + 2).append('"');
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            int escape = escapeOf(c);
            if (escape >= 0) {
                quoted.append('\\').append(ESCAPES.charAt(escape - 1));
            } else if (c < ' ' || c == 0x7f) {
                quoted.append(String.format(Locale.ROOT, "\\%03o", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.length() == name.length() + 1 ? name : quoted.append('"').toString();
    }

    /** The index of a character in the table of escapes, behind the letter that stands for it; -1 without one. */
    private static int escapeOf(char c) {
        for (int i = 1; i < ESCAPES.length(); i += 2) {
            if (ESCAPES.charAt(i) == c) {
                return i;
            }
        }
        return -1;
    }

    /** Reads the quoted name that the text starts with; empty when it is not one. */
    public static Optional<Unquoted> unquote(String text) {
        if (!text.startsWith("\"")) {
            return Optional.empty();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int i = 1;
        while (i < text.length() && text.charAt(i) != '"') {
            int next = text.charAt(i) == '\\' ? escaped(text, i + 1, bytes) : plain(text, i, bytes);
            if (next < 0) {
                return Optional.empty();
            }
            i = next;
        }
        return i == text.length() ? Optional.empty() : decoded(bytes.toByteArray(), i + 1);
    }

    private static int plain(String text, int i, ByteArrayOutputStream bytes) {
        int c = text.codePointAt(i);
        bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
        return i + Character.charCount(c);
    }

    private static int escaped(String text, int i, ByteArrayOutputStream bytes) {
        if (i >= text.length()) {
            return -1;
        }
        char c = text.charAt(i);
        if (c >= '0' && c <= '3') {
            return octal(text, i, bytes);
        }
        for (int k = 0; k < ESCAPES.length(); k += 2) {
            if (ESCAPES.charAt(k) == c) {
                bytes.write(ESCAPES.charAt(k + 1));
                return i + 1;
            }
        }
        return -1;
    }

    private static int octal(String text, int i, ByteArrayOutputStream bytes) {
        if (i + 3 > text.length()) {
            return -1;
        }
        int value = 0;
        for (int k = i; k < i + 3; k++) {
            int digit = text.charAt(k) - '0';
            if (digit < 0 || digit > 7) {
                return -1;
            }
            value = value * 8 + digit;
        }
        bytes.write(value);
        return i + 3;
    }

    private static Optional<Unquoted> decoded(byte[] bytes, int end) {
        try {
            String name = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return Optional.of(new Unquoted(name, end));
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
