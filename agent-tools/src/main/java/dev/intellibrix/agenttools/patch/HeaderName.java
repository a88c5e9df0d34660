package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.GitName;
import dev.intellibrix.tool.ToolException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name in a header of a patch.
 *
 * @param text the name as it is written, with its prefix
 * @param isAbsent whether it stands for no file
 * @param isEpoch whether its time is the one that stands for no file
 */
record HeaderName(String text, boolean isAbsent, boolean isEpoch) {

    /** The letters that git puts before names, each with a slash. */
    private static final String PREFIXES = "abciow12";

    private static final Pattern TIME =
            Pattern.compile("\\s+(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d)(?:\\.\\d+)?(?: ([+-]\\d{4}))?\\s*$");
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss xx", Locale.ROOT);

    /** Reads what follows {@code --- } or {@code +++ }. */
    static HeaderName of(String rest, int lineNumber) {
        boolean epoch = isEpoch(rest);
        if (rest.startsWith("\"")) {
            return new HeaderName(unquoted(rest, lineNumber), false, epoch);
        }
        int tab = rest.indexOf('\t');
        String name = tab >= 0
                ? rest.substring(0, tab)
                : TIME.matcher(rest).replaceFirst("").stripTrailing();
        if (name.isEmpty()) {
            throw new ToolException("patch line " + lineNumber + ": the name of the file is missing");
        }
        return new HeaderName(name, name.equals("/dev/null"), epoch);
    }

    /** Reads a name that is all of a line, such as what follows {@code rename from }. */
    static String plain(String rest, int lineNumber) {
        return rest.startsWith("\"") ? unquoted(rest, lineNumber) : rest;
    }

    private static String unquoted(String rest, int lineNumber) {
        return GitName.unquote(rest)
                .map(GitName.Unquoted::text)
                .orElseThrow(() -> new ToolException(
                        "patch line " + lineNumber + ": the quoted name of the file can not be read"));
    }

    private static boolean isEpoch(String rest) {
        Matcher time = TIME.matcher(rest);
        if (!time.find()) {
            return false;
        }
        String offset = Optional.ofNullable(time.group(3)).orElse("+0000");
        try {
            return OffsetDateTime.parse(time.group(1) + " " + time.group(2) + " " + offset, FORMAT)
                    .toInstant()
                    .equals(Instant.EPOCH);
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** The name without git's prefix, when it has one. */
    static String stripped(String name) {
        return hasPrefix(name) ? name.substring(2) : name;
    }

    static boolean hasPrefix(String name) {
        return name.length() > 2 && name.charAt(1) == '/' && PREFIXES.indexOf(name.charAt(0)) >= 0;
    }
}
