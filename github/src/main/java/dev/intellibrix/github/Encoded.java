package dev.intellibrix.github;

import dev.intellibrix.tool.ToolException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** Puts what a model names into URLs, so that it stays one value: in a segment, in a path, in a query. */
final class Encoded {

    private static final String PLAIN = "-._~";
    private static final int MAX_REF = 255;

    /** What git does not allow in the name of a branch or a tag, and a colon, which would name a fork. */
    private static final Pattern NO_REF = Pattern.compile(
            "[\\p{Cntrl} ~^:?*\\[\\\\]|\\.\\.|//|@\\{|^[-./]|/\\.|[./]$|\\.lock(/|$)|^@$",
            Pattern.UNICODE_CHARACTER_CLASS);

    private Encoded() {}

    /** A value with everything encoded that is no letter of ASCII, digit, or one of {@code -._~}. */
    static String value(String text) {
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xff);
            if (isPlain(c)) {
                encoded.append(c);
            } else {
                encoded.append(String.format(Locale.ROOT, "%%%02X", (int) c));
            }
        }
        return encoded.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || PLAIN.indexOf(c) >= 0;
    }

    /**
     * A path of a file, segment by segment.
     *
     * @throws ToolException when it has a segment that stands for another folder, or none
     */
    static String path(String path) {
        StringBuilder encoded = new StringBuilder(path.length() + 16);
        for (String segment : path.split("/", -1)) {
            if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
                throw new ToolException(
                        "path must lead from the root of the repository to a file or a folder, as in src/Main.java,"
                                + " without . or .. and without a slash at an end");
            }
            encoded.append('/').append(value(segment));
        }
        return encoded.toString();
    }

    /**
     * A branch, a tag or a commit, as one value.
     *
     * @throws ToolException when git would not have it as a name
     */
    static String ref(String ref) {
        return value(checkedRef(ref, "ref"));
    }

    /**
     * A branch, a tag or a commit, as it is written.
     *
     * @throws ToolException when git would not have it as a name
     */
    static String checkedRef(String ref, String field) {
        if (ref.isEmpty() || ref.length() > MAX_REF || NO_REF.matcher(ref).find()) {
            throw new ToolException(field + " must be a branch, a tag or a commit of this repository, as in main");
        }
        return ref;
    }
}
