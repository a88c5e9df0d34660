package dev.intellibrix.workspace.search;

import dev.intellibrix.workspace.fs.Dir;
import dev.intellibrix.workspace.fs.RawName;
import dev.intellibrix.workspace.fs.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The ignore rules that a repository lays on a folder from above, when the folder is not its top. Outside of a repository
 * nothing above a folder counts.
 *
 * @param prefix the path from the top of the repository to the folder, with a slash at its end; empty when nothing above
 *     counts
 * @param scope the rules, which see paths from the top of the repository on
 */
record IgnoreAbove(String prefix, IgnoreScope scope) {

    static final Path IGNORE_FILE = Path.of(".gitignore");

    private static final IgnoreAbove NOTHING = new IgnoreAbove("", IgnoreScope.empty(false));

    /** The rules above a folder. */
    static IgnoreAbove of(Path folder) {
        Deque<Path> below = new ArrayDeque<>();
        for (Path place = folder; place != null; place = place.getParent()) {
            try (Dir opened = Dir.open(place)) {
                IgnoreScope top = Repository.scopeOf(opened, place, 0);
                if (top != null) {
                    return below.isEmpty() ? NOTHING : read(place, top, below);
                }
            } catch (IOException e) {
                return NOTHING; // Not a folder that this process may look into, nor may git.
            }
            below.push(place);
        }
        return NOTHING;
    }

    /** Reads the ignore files from the top down to the parent of the folder, which is the last one below. */
    private static IgnoreAbove read(Path top, IgnoreScope scope, Deque<Path> below) {
        IgnoreScope inner = scope;
        String prefix = "";
        Path place = top;
        for (Path next : below) {
            @Nullable String content = SmallFile.read(place.resolve(IGNORE_FILE));
            inner = content == null ? inner : inner.with(content, prefix.length());
            prefix += RawName.of(next.getFileName()) + "/";
            place = next;
        }
        return new IgnoreAbove(prefix, inner);
    }
}
