package dev.intellibrix.internal.text;

import com.google.re2j.Pattern;

/** Takes out of text what has the shape of a well-known kind of key. A net under what should not be there at all. */
public final class KeyShapes {

    private static final String MASK = "[secret]";

    /** Keys of model providers, code hosts, chats and clouds; signed tokens; private keys; bearer headers. */
    private static final Pattern SHAPES = Pattern.compile("\\bsk-[A-Za-z0-9_-]{16,}"
            + "|\\bgh[pousr]_[A-Za-z0-9]{20,}|\\bgithub_pat_[A-Za-z0-9_]{20,}|\\bglpat-[A-Za-z0-9_-]{16,}"
            + "|\\bxox[abeprs]-[A-Za-z0-9-]{10,}"
            + "|\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b|\\bAIza[0-9A-Za-z_-]{30,}"
            + "|\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{5,}"
            + "|-----BEGIN [A-Z ]*PRIVATE KEY-----(?s:.*?)-----END [A-Z ]*PRIVATE KEY-----");

    private static final Pattern BEARER = Pattern.compile("(?i)(\\bbearer +)[A-Za-z0-9._~+/=-]{8,}");

    private KeyShapes() {}

    /** Whether a key of a well-known kind is in the text; a bearer header alone is none, since people write of those. */
    public static boolean areIn(String text) {
        return SHAPES.matcher(text).find();
    }

    /** The text with each such piece replaced by {@code [secret]}. */
    public static String masked(String text) {
        return BEARER.matcher(SHAPES.matcher(text).replaceAll(MASK)).replaceAll("$1" + MASK);
    }
}
