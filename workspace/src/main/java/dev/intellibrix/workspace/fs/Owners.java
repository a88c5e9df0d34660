package dev.intellibrix.workspace.fs;

import java.io.IOException;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;

/** Gives a file the owner and the group of another, as far as this process may. */
final class Owners {

    private Owners() {}

    private interface Change {
        void make() throws IOException;
    }

    static void copy(PosixFileAttributes from, PosixFileAttributeView to) throws IOException {
        PosixFileAttributes now = to.readAttributes();
        if (!now.group().equals(from.group())) {
            tryTo(() -> to.setGroup(from.group()));
        }
        if (!now.owner().equals(from.owner())) {
            tryTo(() -> to.setOwner(from.owner()));
        }
    }

    /** Only a privileged process may give a file away; for all others the new file is their own. */
    private static void tryTo(Change change) {
        try {
            change.make();
        } catch (IOException ignored) {
            // Stays with the owner that the process gives it.
        }
    }
}
