package dev.intellibrix.workspace.fs;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** The names of the files and folders that a write makes on its way; listings and searches leave them out. */
public final class TemporaryNames {

    private static final String PREFIX = ".intellibrix-";
    private static final String SUFFIX = ".tmp";
    private static final Pattern NAME = Pattern.compile("\\.intellibrix-[0-9a-f]{16}\\.tmp");

    private TemporaryNames() {}

    /** A new name, to be resolved like the given one. */
    public static Path next(Path sibling) {
        String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        return sibling.resolveSibling(PREFIX + random + SUFFIX);
    }

    /** Whether a name is one of these. */
    public static boolean isTemporary(String name) {
        return name.startsWith(PREFIX) && NAME.matcher(name).matches();
    }
}
