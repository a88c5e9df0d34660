package dev.intellibrix.workspace;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.workspace.search.Skipped;
import dev.intellibrix.workspace.search.TreeEntry;
import dev.intellibrix.workspace.search.TreeVisitor;
import dev.intellibrix.workspace.search.TreeWalk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A walk that keeps the paths of what it came to. */
final class Walked implements TreeVisitor<String> {

    private final List<String> paths = new ArrayList<>();
    private final Skipped skipped = new Skipped();

    /** The files that a walk of a folder finds. */
    static List<String> files(Path root, String start) {
        return in(root, start, false).paths;
    }

    static Walked in(Path root, String start, boolean includeIgnored) {
        Walked walked = new Walked();
        new TreeWalk<>(includeIgnored, Cancellation.none(), walked, walked.skipped)
                .from(Jail.of(root).searchFrom(start));
        return walked;
    }

    List<String> paths() {
        return paths;
    }

    Skipped skipped() {
        return skipped;
    }

    @Override
    public boolean wants(String path, boolean directory) {
        return true;
    }

    @Override
    public Look<String> look(Cancellation cancellation) {
        return TreeEntry::path;
    }

    @Override
    public boolean take(String path) {
        paths.add(path);
        return true;
    }
}
