package dev.intellibrix.provider.textcalls;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes the meaning from markup in text that others wrote: a space behind its first character, or an escape where the text is
 * JSON. What such a text holds can then neither end the block that it stands in nor begin one, and a model that repeats it
 * repeats no call. Immutable.
 */
final class Defused {

    /** The blocks that results stand in, and the marks that chat templates put around turns. */
    private static final String ALWAYS = "</?tool_(?:response|result|output)|</?tools>|<\\|(?=[A-Za-z_])"
            + "|\\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS|TOOL_CONTENT)\\]"
            + "|<(?:start|end)_of_turn>";

    private final Pattern markers;

    /** For all these markers, as regular expressions. */
    Defused(Set<String> markers) {
        Set<String> all = new LinkedHashSet<>(markers);
        all.add(ALWAYS);
        this.markers = Pattern.compile(String.join("|", all), Pattern.CASE_INSENSITIVE);
    }

    /** The text for a model to read. */
    String text(String text) {
        return markers.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group().charAt(0) + " " + found.group().substring(1)));
    }

    /** The same value, written without markup. */
    String json(String json) {
        return markers.matcher(json)
                .replaceAll(found -> Matcher.quoteReplacement(String.format(
                                Locale.ROOT, "\\u%04x", (int) found.group().charAt(0))
                        + found.group().substring(1)));
    }
}
