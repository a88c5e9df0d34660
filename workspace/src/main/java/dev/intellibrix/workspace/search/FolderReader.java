package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.workspace.fs.RawName;
import dev.intellibrix.workspace.fs.TemporaryNames;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what is in a folder of a walk, as far as it is wanted and not ignored. Each entry is looked at once. Thread-safe. */
final class FolderReader {

    private static final String DOT_GIT = Repository.DOT_GIT.toString();
    private static final String IGNORE_FILE = IgnoreAbove.IGNORE_FILE.toString();

    private final TreeVisitor<?> visitor;
    private final Cancellation cancellation;
    private final int above;

    /**
     * A reader.
     *
     * @param above how much of the paths for the rules is not shown
     */
    FolderReader(TreeVisitor<?> visitor, Cancellation cancellation, int above) {
        this.visitor = visitor;
        this.cancellation = cancellation;
        this.above = above;
    }

    /**
     * An entry.
     *
     * @param key its name, and for a folder a slash, which makes the order of keys that of the paths
     * @param path its path relative to the root
     */
    record Child(Path name, String key, String path, BasicFileAttributes attributes) implements Comparable<Child> {

        @Override
        public int compareTo(Child other) {
            return key.compareTo(other.key);
        }

        boolean isDirectory() {
            return attributes.isDirectory();
        }
    }

    /**
     * Reads a folder and its rules.
     *
     * @param skipped counts what is left out
     * @return what is in it, in the order of the keys
     */
    List<Child> read(OpenFolder folder, Skipped skipped) {
        cancellation.throwIfCancelled();
        List<Path> names = new ArrayList<>();
        boolean mayBeTop = false;
        boolean mayHaveFile = false;
        for (Iterator<Path> all = folder.directory().names(); all.hasNext(); ) {
            Path name = all.next();
            String text = name.toString();
            mayBeTop |= text.equals(DOT_GIT);
            mayHaveFile |= text.equals(IGNORE_FILE);
            if (!isDotGit(text) && !TemporaryNames.isTemporary(text)) {
                names.add(name);
            }
        }
        folder.readRules(mayBeTop, mayHaveFile);
        return children(folder, names, skipped);
    }

    private List<Child> children(OpenFolder folder, List<Path> names, Skipped skipped) {
        List<Child> children = new ArrayList<>(names.size());
        for (Path name : names) {
            cancellation.throwIfCancelled();
            Child child = child(folder, name, skipped);
            if (child != null) {
                children.add(child);
            }
        }
        Collections.sort(children);
        return children;
    }

    /** Looks at an entry; null when it is gone, not wanted or ignored. */
    private @Nullable Child child(OpenFolder folder, Path name, Skipped skipped) {
        BasicFileAttributes attributes;
        try {
            attributes = folder.directory().stat(name);
        } catch (IOException e) {
            skipped.unreadable();
            return null;
        }
        if (attributes == null || attributes.isOther()) {
            return null;
        }
        String text = name.toString();
        boolean ascii = RawName.isAscii(text);
        String raw = ascii ? text : RawName.of(name);
        String path = folder.path() + raw;
        String below = path.substring(above);
        String visible = ascii && folder.isAscii() ? below : RawName.toText(below);
        boolean directory = attributes.isDirectory();
        if (!visitor.wants(visible, directory)) {
            return null;
        }
        IgnoreScope scope = folder.scope();
        if (scope != null && scope.isIgnored(path, raw, directory)) {
            skipped.ignored();
            return null;
        }
        return new Child(name, directory ? raw + "/" : raw, visible, attributes);
    }

    /** An entry as its visitor sees it. */
    static TreeEntry entry(OpenFolder folder, Child child) {
        return new TreeEntry(folder.directory(), folder.realPath(), child.name(), child.path(), child.attributes());
    }

    static boolean isDotGit(String name) {
        return name.length() == DOT_GIT.length() && name.equalsIgnoreCase(DOT_GIT);
    }
}
