package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Dir;
import dev.intellibrix.workspace.fs.Faults;
import dev.intellibrix.workspace.fs.RawName;
import dev.intellibrix.workspace.fs.Shown;
import dev.intellibrix.workspace.fs.SmallFile;
import dev.intellibrix.workspace.fs.TemporaryNames;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks the files below one folder of a jail, in the byte order of their paths, without those that git would ignore.
 * Each folder is opened relative to its parent and looked at once; links are shown, never followed; {@code .git} is never
 * entered. A folder that is the top of a repository of its own starts with rules of its own, as in git. The folder or
 * file that the walk starts with is never ignored, since somebody asked for it.
 *
 * <p>Used once, on one thread.
 */
public final class TreeWalk {

    private static final int MAX_DEPTH = 256;

    private final boolean includeIgnored;
    private final Cancellation cancellation;
    private final TreeVisitor visitor;
    private final Skipped skipped;
    private String above = "";

    /**
     * A walk.
     *
     * @param includeIgnored whether ignore rules do not count
     * @param visitor gets the files
     * @param skipped counts what the walk passes over
     */
    public TreeWalk(boolean includeIgnored, Cancellation cancellation, TreeVisitor visitor, Skipped skipped) {
        this.includeIgnored = includeIgnored;
        this.cancellation = cancellation;
        this.visitor = visitor;
        this.skipped = skipped;
    }

    /** An opened folder on the way: its path for the file system, its path for the rules, and the rules outside of it. */
    private record Place(
            Dir directory,
            Path realPath,
            String path,
            @Nullable IgnoreScope scope,
            int depth) {}

    /** An entry; the key is its name, and for a folder a slash, which makes the order of keys that of the paths. */
    private record Child(Path name, String key, BasicFileAttributes attributes) {

        boolean isDirectory() {
            return attributes.isDirectory();
        }
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
        IgnoreScope scope = null;
        if (!includeIgnored) {
            IgnoreAbove outside = IgnoreAbove.of(rootPath);
            above = outside.prefix();
            scope = outside.scope();
        }
        if (start.names().stream().anyMatch(TreeWalk::isDotGit)) {
            throw new ToolException(Shown.text(start.given()) + " is in .git, which is not searched");
        }
        try (Dir root = start.root().open()) {
            descend(new Place(root, rootPath, above, scope, 0), start.names(), start.folder());
        }
    }

    /** Goes down to the start by its names, collecting the ignore rules on the way. */
    private void descend(Place place, List<Path> names, boolean folder) throws IOException {
        if (names.isEmpty()) {
            visitor.startsIn(visible(place.path), false);
            walk(place);
            return;
        }
        Path name = names.get(0);
        if (names.size() == 1 && !folder) {
            visitor.startsIn(visible(place.path), true);
            visitFile(place, name);
            return;
        }
        Place inner = withRules(place, place.directory.stat(Repository.DOT_GIT) != null, true);
        try (Dir next = place.directory.openDirectory(name)) {
            String path = place.path + RawName.of(name) + "/";
            Path realPath = place.realPath.resolve(name);
            descend(new Place(next, realPath, path, inner.scope, 0), names.subList(1, names.size()), folder);
        }
    }

    private void visitFile(Place place, Path name) throws IOException {
        BasicFileAttributes attributes = place.directory.stat(name);
        if (attributes == null || !attributes.isRegularFile()) {
            throw new ToolException("the file changed while it was being opened; try again");
        }
        String path = visible(place.path + RawName.of(name));
        if (visitor.wants(path, false)) {
            visitor.visit(new TreeEntry(place.directory, place.realPath, name, path, attributes));
        }
    }

    private Place withRules(Place place, boolean mayBeTop, boolean mayHaveFile) {
        IgnoreScope scope = place.scope;
        if (scope == null) {
            return place;
        }
        int base = place.path.length();
        IgnoreScope top = mayBeTop ? Repository.scopeOf(place.directory, place.realPath, base) : null;
        scope = top == null ? scope : top;
        String content = mayHaveFile ? SmallFile.read(place.directory, IgnoreAbove.IGNORE_FILE) : null;
        scope = content == null ? scope : scope.with(content, base);
        return new Place(place.directory, place.realPath, place.path, scope, place.depth);
    }

    /** Walks an opened folder; false when the visitor has had enough. */
    private boolean walk(Place outer) throws IOException {
        cancellation.throwIfCancelled();
        List<Path> names = new ArrayList<>();
        boolean mayBeTop = false;
        boolean mayHaveFile = false;
        for (Iterator<Path> all = outer.directory.names(); all.hasNext(); ) {
            Path name = all.next();
            mayBeTop |= name.equals(Repository.DOT_GIT);
            mayHaveFile |= name.equals(IgnoreAbove.IGNORE_FILE);
            if (!isDotGit(name) && !TemporaryNames.isTemporary(name.toString())) {
                names.add(name);
            }
        }
        Place place = withRules(outer, mayBeTop, mayHaveFile);
        for (Child child : children(place, names)) {
            if (!take(place, child)) {
                return false;
            }
        }
        return true;
    }

    private List<Child> children(Place place, List<Path> names) {
        List<Child> children = new ArrayList<>(names.size());
        for (Path name : names) {
            cancellation.throwIfCancelled();
            Child child = child(place, name);
            if (child != null) {
                children.add(child);
            }
        }
        children.sort(Comparator.comparing(Child::key));
        return children;
    }

    /** Looks at an entry; null when it is gone, not wanted or ignored. */
    private @Nullable Child child(Place place, Path name) {
        BasicFileAttributes attributes;
        try {
            attributes = place.directory.stat(name);
        } catch (IOException e) {
            skipped.unreadable();
            return null;
        }
        if (attributes == null || attributes.isOther()) {
            return null;
        }
        String raw = RawName.of(name);
        String path = place.path + raw;
        boolean directory = attributes.isDirectory();
        if (!visitor.wants(visible(path), directory)) {
            return null;
        }
        if (place.scope != null && place.scope.isIgnored(path, place.path.length(), directory)) {
            skipped.ignored();
            return null;
        }
        return new Child(name, directory ? raw + "/" : raw, attributes);
    }

    private boolean take(Place place, Child child) {
        cancellation.throwIfCancelled();
        String path = place.path + child.key;
        try {
            if (!child.isDirectory()) {
                return visitor.visit(
                        new TreeEntry(place.directory, place.realPath, child.name, visible(path), child.attributes));
            }
            if (place.depth == MAX_DEPTH) {
                skipped.tooDeep();
                return true;
            }
            try (Dir directory = place.directory.openDirectory(child.name)) {
                Path realPath = place.realPath.resolve(child.name);
                return walk(new Place(directory, realPath, path, place.scope, place.depth + 1));
            }
        } catch (IOException | DirectoryIteratorException e) {
            skipped.unreadable();
            return true;
        }
    }

    private String visible(String path) {
        return RawName.toText(path.substring(above.length()));
    }

    private static boolean isDotGit(Path name) {
        return name.toString().equalsIgnoreCase(".git");
    }
}
