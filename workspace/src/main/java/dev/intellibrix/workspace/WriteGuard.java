package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Root;
import dev.intellibrix.workspace.fs.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

/**
 * The names that no tool writes below, at any depth: what is in {@code .git} is run by git, and what is in {@code .bi}
 * rules over the agent. Also in other spellings that a file system takes for the same: any case, and with characters in
 * it that some of them ignore.
 */
final class WriteGuard {

    private WriteGuard() {}

    /** Whether nothing may be written at or below a component of this name. */
    static boolean isGuarded(String name) {
        if (name.isEmpty() || name.length() > 64) {
            return false;
        }
        String folded = fold(name);
        return folded.equals(".git") || folded.equals(".bi") || folded.startsWith("git~");
    }

    /** The place that a walk leads to, when it may be written. */
    static Place place(Root root, Walk walk, String given, Set<Path> protectedFiles) throws IOException {
        if (walk.isGuarded()) {
            throw new ToolException(Shown.text(given) + " is not written: .git and .bi are off limits");
        }
        if (walk.isDirectory()) {
            throw new ToolException(Shown.names(walk.names()) + " is a folder, not a file");
        }
        Place place = new Place(root, walk.names(), protectedFiles);
        place.requireAllowed(walk.leaf());
        return place;
    }

    private static String fold(String name) {
        StringBuilder kept = new StringBuilder(name.length());
        Normalizer.normalize(name, Normalizer.Form.NFKC)
                .codePoints()
                .filter(c -> !Character.isIdentifierIgnorable(c))
                .forEach(kept::appendCodePoint);
        String folded = kept.toString().replace('\u0131', 'i').toLowerCase(Locale.ROOT);
        // Windows drops these at the end, and takes what follows a colon for a stream of the same file.
        int colon = folded.indexOf(':');
        return (colon >= 0 ? folded.substring(0, colon) : folded)
                .stripTrailing()
                .replaceAll("\\.+$", "");
    }
}
