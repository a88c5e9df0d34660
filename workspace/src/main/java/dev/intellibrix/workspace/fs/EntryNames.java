package dev.intellibrix.workspace.fs;

import java.nio.file.Path;
import java.util.Iterator;

/** The names of entries whose paths are given. */
final class EntryNames implements Iterator<Path> {

    private final Iterator<Path> entries;

    EntryNames(Iterator<Path> entries) {
        this.entries = entries;
    }

    @Override
    public boolean hasNext() {
        return entries.hasNext();
    }

    @Override
    public Path next() {
        Path entry = entries.next();
        String text = entry.toString();
        // A path finds its last name by looking at each of its bytes twice, which is most of what the compiler is kept
        // busy with in the first search of a process; a text is searched from its end.
        return RawName.isExact(text)
                ? entry.getFileSystem().getPath(text.substring(text.lastIndexOf('/') + 1))
                : entry.getFileName();
    }
}
