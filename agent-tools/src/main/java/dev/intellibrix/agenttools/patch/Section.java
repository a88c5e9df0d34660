package dev.intellibrix.agenttools.patch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a patch does to one file.
 *
 * @param kind what it does
 * @param from the file that it starts from; that which is created, when there is none
 * @param to the file that it ends in; the same as from, unless renamed or copied
 * @param otherName what from means when no file of that name exists: the name without, or with, its {@code a/}
 * @param executable whether the new file may be executed; null when the patch does not say
 * @param epoch which side has the time that stands for a file that does not exist
 * @param hunks the changes of content
 */
record Section(
        Kind kind,
        String from,
        String to,
        @Nullable String otherName,
        @Nullable Boolean executable,
        Epoch epoch,
        List<Hunk> hunks) {

    enum Kind {
        MODIFY,
        CREATE,
        /** The hunks remove all that the file holds. */
        DELETE,
        /** The file goes, whatever it holds. */
        DISCARD,
        RENAME,
        COPY
    }

    enum Epoch {
        NONE,
        OLD,
        NEW
    }

    Section {
        hunks = List.copyOf(hunks);
    }

    static Section of(Kind kind, String path, List<Hunk> hunks) {
        return new Section(kind, path, path, null, null, Epoch.NONE, hunks);
    }

    /** Whether all that the hunks do is to add, so that the file may be new. */
    boolean onlyAdds() {
        return !hunks.isEmpty() && hunks.stream().noneMatch(Hunk::hasOldLines);
    }
}
