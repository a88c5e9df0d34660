package dev.intellibrix.mcp.client;

import java.util.regex.Pattern;

/**
 * The names under which the model calls a server's tools: {@code SERVER__tool}. The name of a server has no double underscore
 * and ends with none, so the first one parts every such name in one way only, and no server can take a name of another one's.
 */
final class ToolNames {

    private static final Pattern SERVER = Pattern.compile("(?!.*__)[a-zA-Z0-9_-]{0,31}[a-zA-Z0-9-]");
    private static final Pattern PLAIN = Pattern.compile("[a-zA-Z0-9_-]+");
    private static final String SEPARATOR = "__";
    private static final int LONGEST = 64; // What all model APIs take.
    private static final int DIGITS = 8;

    private ToolNames() {}

    /** Whether a server may be called so. */
    static boolean isServerName(String name) {
        return SERVER.matcher(name).matches();
    }

    /** A name for the model. Where the server's own is too long, or has other characters, a part of its hash keeps it apart. */
    static String of(String server, String tool) {
        String prefix = server + SEPARATOR;
        if (PLAIN.matcher(tool).matches() && prefix.length() + tool.length() <= LONGEST) {
            return prefix + tool;
        }
        String cleaned = tool.replaceAll("[^a-zA-Z0-9_-]", "_");
        int room = LONGEST - prefix.length() - DIGITS - 1;
        String kept = cleaned.length() > room ? cleaned.substring(0, room) : cleaned;
        return prefix + kept + "_" + Fingerprints.of(tool).substring(0, DIGITS);
    }
}
