package dev.intellibrix.provider.gemini;

import java.util.regex.Pattern;

/** What models of different ages want differently. */
enum Dialect {
    /** Before Gemini 3: media stands beside a function's response. */
    FIRST,
    /** Media stands in the response, and a function call without a signature is refused. */
    SIGNED;

    private static final Pattern FIRST_MODELS = Pattern.compile("(^|/)gemini-(1|2)\\b");

    static Dialect of(String model) {
        return FIRST_MODELS.matcher(model).find() ? FIRST : SIGNED;
    }
}
