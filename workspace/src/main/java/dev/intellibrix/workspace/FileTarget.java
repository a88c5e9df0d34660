package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Faults;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The place of a file that is written, or will be. An immutable value: it holds nothing open, and each operation
 * looks anew. The operations do not take turns by themselves; hold {@link FileLocks#withFileLock} of the
 * {@link #realPath} around the read and the write that depends on it.
 */
public final class FileTarget {

    private final Place place;

    FileTarget(Place place) {
        this.place = place;
    }

    /**
     * The same place with changes that are not forced to the disk one by one, for a change of many files at once. Each
     * file is still swapped in one step, so that a process that is killed leaves it old or new; only when the machine
     * loses its power within the next seconds may a file come back as it was, or as its file system leaves it.
     */
    public FileTarget withoutSync() {
        return new FileTarget(place.withoutSync());
    }

    /** Its path relative to the root, with {@code /} between the names and no link in it. */
    public String path() {
        return place.path();
    }

    /** Its real path, for locks and trackers. */
    public Path realPath() {
        return place.realPath();
    }

    /**
     * The content of the file; empty when there is none.
     *
     * @throws ToolException when it is larger, or not a file
     */
    public Optional<FileContent> read(long maxBytes) {
        return Faults.explained(path(), () -> Optional.ofNullable(place.read(maxBytes)));
    }

    /** The version of the file's content, as {@link FileTracker} compares it; empty when there is none. */
    public Optional<String> version() {
        return Faults.explained(path(), () -> Optional.ofNullable(place.version()));
    }

    /** The first bytes of the file; none when there is no file. */
    byte[] start(int most) {
        return Faults.explained(path(), () -> place.start(most));
    }

    /**
     * Makes the file, and the folders on the way to it.
     *
     * @param executable whether those who may read it may also execute it
     * @throws ToolException when it exists
     */
    public void create(byte[] content, boolean executable) {
        Faults.explained(path(), () -> place.create(content, null, executable));
    }

    /** As {@link #create(byte[], boolean)}, with the mode and the owner of a file that was read. */
    public void create(byte[] content, FileContent like) {
        Faults.explained(path(), () -> place.create(content, like, null));
    }

    /**
     * Replaces the content in one step; mode and owner stay.
     *
     * @param expected the version that is replaced; when the file has another one by now, nothing is written
     */
    public void replace(String expected, byte[] content) {
        Faults.explained(path(), () -> place.replace(expected, content, null, null));
    }

    /** As {@link #replace(String, byte[])}, and sets whether the file may be executed. */
    public void replace(String expected, byte[] content, boolean executable) {
        Faults.explained(path(), () -> place.replace(expected, content, null, executable));
    }

    /** As {@link #replace(String, byte[])}, and gives the file the mode and the owner of another one that was read. */
    public void replace(String expected, byte[] content, FileContent like) {
        Faults.explained(path(), () -> place.replace(expected, content, like, null));
    }

    /** Deletes the file when it still has this version. */
    public void delete(String expected) {
        Faults.explained(path(), () -> place.delete(expected));
    }

    /** Moves the file when it still has this version and there is nothing at the other place. */
    public void rename(FileTarget to, String expected) {
        Faults.explained(path(), () -> place.rename(to.place, expected));
    }

    /** How many of the folders on the way to the file do not exist, so that {@link #create} will make them. */
    public int missingFolders() {
        return Faults.explained(path(), place::missingFolders);
    }

    /**
     * Deletes those folders on the way to the file that are empty, from the innermost outwards: undoes the making of
     * folders.
     *
     * @param levels how many at most
     */
    public void deleteEmptyFolders(int levels) {
        Faults.explained(path(), () -> place.deleteEmptyFolders(levels));
    }

    /** Puts back content that was read before, with its mode and owner, whatever is there now: undoes a change. */
    public void restore(FileContent old) {
        Faults.explained(path(), () -> place.restore(old));
    }
}
