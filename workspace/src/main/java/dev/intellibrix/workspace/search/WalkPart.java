package dev.intellibrix.workspace.search;

import dev.intellibrix.workspace.search.FolderReader.Child;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A part of a walk that one thread does: a folder to read, or files of one folder to look at. Used by one thread at a time.
 *
 * @param <T> what is found at an entry
 */
final class WalkPart<T> {

    private static final int MAX_DEPTH = 256;

    /** How much the files of one part may have, if they are several. */
    private static final long MAX_BYTES = 256L * 1024;

    private static final int MAX_FILES = 128;

    private static final int CHARS_OF_WEIGHT = 4_096;

    private final OpenFolder folder;
    private final @Nullable Child subfolder;
    private final List<Child> files;
    private final List<T> found = new ArrayList<>(0);
    private final Skipped skipped = new Skipped();
    private @Nullable Throwable failure;
    private boolean done;

    private WalkPart(OpenFolder folder, @Nullable Child subfolder, List<Child> files) {
        this.folder = folder;
        this.subfolder = subfolder;
        this.files = files;
        folder.retain();
    }

    /** What a thread needs to run a part. */
    record Eyes<T>(FolderReader reader, TreeVisitor.Look<T> look) {}

    /**
     * Reads an opened folder, and looks at its first files.
     *
     * @return the parts of its content, one of them done, in the order of the paths
     */
    static <T> List<WalkPart<T>> read(OpenFolder folder, Skipped skipped, Eyes<T> eyes) throws IOException {
        try {
            List<WalkPart<T>> parts = contents(folder, eyes.reader.read(folder, skipped));
            // A folder of usual size is not worth a second thread.
            for (WalkPart<T> part : parts) {
                if (part.subfolder == null) {
                    part.run(eyes);
                    break;
                }
            }
            return parts;
        } catch (DirectoryIteratorException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    private static <T> List<WalkPart<T>> contents(OpenFolder folder, List<Child> children) {
        List<WalkPart<T>> parts = new ArrayList<>();
        List<Child> files = List.of();
        long bytes = 0;
        for (Child child : children) {
            if (child.isDirectory()) {
                parts.add(new WalkPart<>(folder, child, List.of()));
                files = List.of();
                continue;
            }
            long size = child.attributes().size();
            if (files.isEmpty() || files.size() == MAX_FILES || bytes + size > MAX_BYTES) {
                files = new ArrayList<>();
                parts.add(new WalkPart<>(folder, null, files));
                bytes = 0;
            }
            files.add(child);
            bytes += size;
        }
        return parts;
    }

    /** Runs the part; returns the parts to put behind it. What goes wrong is kept for the one who takes the result. */
    List<WalkPart<T>> run(Eyes<T> eyes) {
        try {
            if (subfolder != null) {
                return enter(subfolder, eyes);
            }
            for (Child file : files) {
                found.add(eyes.look.at(FolderReader.entry(folder, file)));
            }
        } catch (IOException e) {
            skipped.unreadable();
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            drop();
        }
        return List.of();
    }

    private List<WalkPart<T>> enter(Child child, Eyes<T> eyes) throws IOException {
        if (folder.depth() == MAX_DEPTH) {
            skipped.tooDeep();
            return List.of();
        }
        OpenFolder inner = new OpenFolder(
                folder.directory().openDirectory(child.name()),
                folder.realPath().resolve(child.name()),
                folder.path() + child.key(),
                folder.scope(),
                folder.depth() + 1);
        try {
            return read(inner, skipped, eyes);
        } finally {
            inner.release();
        }
    }

    /** The part will not be run any more. */
    void drop() {
        done = true;
        folder.release();
    }

    boolean isDone() {
        return done;
    }

    /** How much of the memory for what is found ahead of its turn this takes up; at least 1. */
    int weight(TreeVisitor<T> visitor) {
        long chars = 0;
        for (T entry : found) {
            chars += visitor.size(entry);
        }
        return (int) Math.min(Integer.MAX_VALUE / 2, 1 + chars / CHARS_OF_WEIGHT);
    }

    /**
     * Hands on what was found.
     *
     * @return false when the visitor has had enough
     */
    boolean take(TreeVisitor<T> visitor, Skipped all) throws IOException {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        all.add(skipped);
        for (T entry : found) {
            if (!visitor.take(entry)) {
                return false;
            }
        }
        return true;
    }
}
