package dev.intellibrix.agenttools.patch;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.FileTarget;
import dev.intellibrix.workspace.Jail;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The files that a patch touches, by where they really are. Not thread-safe. */
final class Tree {

    /** How much all files together may hold. */
    private static final long MAX_BYTES = 4 * PlannedFile.MAX_BYTES;

    private final Jail jail;
    private final Set<Path> protectedFiles;
    private final Map<String, PlannedFile> byName = new LinkedHashMap<>();
    private final Map<Path, PlannedFile> byPath = new LinkedHashMap<>();
    private long bytes;

    Tree(Jail jail, Set<Path> protectedFiles) {
        this.jail = jail;
        this.protectedFiles = protectedFiles;
    }

    /**
     * The file of a name; nothing is read.
     *
     * @throws ToolException when no tool may write there
     */
    PlannedFile locate(String name) {
        PlannedFile known = byName.get(name);
        if (known == null) {
            FileTarget target = jail.target(name, protectedFiles);
            known = byPath.computeIfAbsent(target.realPath(), path -> new PlannedFile(target, isLink(name, target)));
            byName.put(name, known);
        }
        return known;
    }

    /** The file that a second reading of a name means; null when that makes no sense. */
    @Nullable PlannedFile locateOther(@Nullable String name) {
        try {
            return name == null ? null : locate(name);
        } catch (ToolException e) {
            return null;
        }
    }

    /** The file of a name, with its content. */
    PlannedFile load(String name) {
        return load(locate(name));
    }

    /** The file, with its content. */
    PlannedFile load(PlannedFile file) {
        if (file.load() && (bytes += file.size()) > MAX_BYTES) {
            throw new ToolException("the files of this patch are too large together; send several patches");
        }
        return file;
    }

    /** Whether the last name of a path is a link, so that the path leads elsewhere than its folder says. */
    private boolean isLink(String name, FileTarget target) {
        Path given = Path.of(name).normalize();
        if (given.equals(Path.of(target.path()))) {
            return false; // No link on the way, so none at its end.
        }
        Path parent = given.getParent();
        Path folder = jail.resolve(parent == null ? "." : parent.toString());
        return !folder.resolve(given.getFileName()).equals(target.realPath());
    }

    /**
     * Reads all files, a few at a time; only to be called while their locks are held.
     *
     * @param checkpoint runs before each file, and ends a call that nobody waits for
     */
    void readAhead(Runnable checkpoint) {
        AtomicLong room = new AtomicLong(MAX_BYTES);
        Crew.each(files(), file -> checkpoint.run(), file -> file.readAhead(room));
    }

    /** The real paths of all files. */
    Collection<Path> realPaths() {
        return List.copyOf(byPath.keySet());
    }

    /** All files, in the order in which the patch names them. */
    List<PlannedFile> files() {
        return List.copyOf(byPath.values());
    }
}
