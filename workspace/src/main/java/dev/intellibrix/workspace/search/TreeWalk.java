package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Faults;
import dev.intellibrix.workspace.fs.RawName;
import dev.intellibrix.workspace.fs.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/**
 * Walks the files below one folder of a jail, in the byte order of their paths, without those that git would ignore.
 * Each folder is opened relative to its parent and looked at once; links are shown, never followed; {@code .git} is never
 * entered. A folder that is the top of a repository of its own starts with rules of its own, as in git. The folder or
 * file that the walk starts with is never ignored, since somebody asked for it.
 *
 * <p>Used once. The caller's thread is helped by others, which end with the walk.
 *
 * @param <T> what is found at an entry
 */
public final class TreeWalk<T> {

    private final boolean includeIgnored;
    private final Cancellation cancellation;
    private final TreeVisitor<T> visitor;
    private final Skipped skipped;

    /**
     * A walk.
     *
     * @param includeIgnored whether ignore rules do not count
     * @param visitor gets the files
     * @param skipped counts what the walk passes over
     */
    public TreeWalk(boolean includeIgnored, Cancellation cancellation, TreeVisitor<T> visitor, Skipped skipped) {
        this.includeIgnored = includeIgnored;
        this.cancellation = cancellation;
        this.visitor = visitor;
        this.skipped = skipped;
    }

    /**
     * Walks from a folder, or visits the one file that was asked for.
     *
     * @throws ToolException when it is in {@code .git}, or gone by now
     */
    public void from(SearchStart start) {
        Faults.explained(start.given(), () -> begin(start));
    }

    private void begin(SearchStart start) throws IOException {
        Path rootPath = start.root().path();
        IgnoreAbove outside = includeIgnored ? null : IgnoreAbove.of(rootPath);
        String above = outside == null ? "" : outside.prefix();
        if (isInDotGit(start.names())) {
            throw new ToolException(Shown.text(start.given()) + " is in .git, which is not searched");
        }
        IgnoreScope scope = outside == null ? null : outside.scope();
        OpenFolder root = new OpenFolder(start.root().open(), rootPath, above, scope, 0);
        descend(root, start.names(), start.folder(), above.length());
    }

    private static boolean isInDotGit(List<Path> names) {
        for (Path name : names) {
            if (FolderReader.isDotGit(name.toString())) {
                return true;
            }
        }
        return false;
    }

    /** Goes down to the start by its names, collecting the ignore rules on the way; closes the folders. */
    private void descend(OpenFolder folder, List<Path> names, boolean toFolder, int above) throws IOException {
        try {
            String shown = RawName.toText(folder.path().substring(above));
            if (names.isEmpty()) {
                visitor.startsIn(shown, false);
                walk(folder, above);
                return;
            }
            Path name = names.get(0);
            if (names.size() == 1 && !toFolder) {
                visitor.startsIn(shown, true);
                visitFile(folder, name, above);
                return;
            }
            folder.readRules(folder.directory().stat(Repository.DOT_GIT) != null, true);
            OpenFolder inner = new OpenFolder(
                    folder.directory().openDirectory(name),
                    folder.realPath().resolve(name),
                    folder.path() + RawName.of(name) + "/",
                    folder.scope(),
                    0);
            descend(inner, names.subList(1, names.size()), toFolder, above);
        } finally {
            folder.release();
        }
    }

    private void visitFile(OpenFolder folder, Path name, int above) throws IOException {
        BasicFileAttributes attributes = folder.directory().stat(name);
        if (attributes == null || !attributes.isRegularFile()) {
            throw new ToolException("the file changed while it was being opened; try again");
        }
        String path = RawName.toText(folder.path().substring(above) + RawName.of(name));
        if (visitor.wants(path, false)) {
            TreeEntry entry = new TreeEntry(folder.directory(), folder.realPath(), name, path, attributes);
            visitor.take(visitor.look(cancellation).at(entry));
        }
    }

    private void walk(OpenFolder folder, int above) throws IOException {
        WalkCrew<T> crew = new WalkCrew<>(
                visitor,
                wanted -> new WalkPart.Eyes<>(new FolderReader(visitor, wanted, above), visitor.look(wanted)),
                cancellation);
        crew.run(folder, skipped);
    }
}
