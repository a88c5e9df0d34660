package dev.intellibrix.workspace;

import dev.intellibrix.workspace.fs.Faults;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The entries of an opened folder, looked at one by one. */
final class Entries implements Iterator<DirectoryEntry> {

    private final OpenDirectory directory;
    private final Iterator<Path> names;
    private @Nullable DirectoryEntry next;

    Entries(OpenDirectory directory, Iterator<Path> names) {
        this.directory = directory;
        this.names = names;
    }

    @Override
    public boolean hasNext() {
        try {
            while (next == null && names.hasNext()) {
                next = directory.entry(names.next());
            }
        } catch (DirectoryIteratorException e) {
            throw Faults.of(directory.path(), Objects.requireNonNull(e.getCause()));
        }
        return next != null;
    }

    @Override
    public DirectoryEntry next() {
        DirectoryEntry entry = hasNext() ? next : null;
        if (entry == null) {
            throw new NoSuchElementException("no more entries");
        }
        next = null;
        return entry;
    }
}
