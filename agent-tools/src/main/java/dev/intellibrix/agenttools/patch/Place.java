package dev.intellibrix.agenttools.patch;

import org.jspecify.annotations.Nullable;

/**
 * Where a hunk belongs.
 *
 * @param hunk the hunk as it was found there
 * @param position the index of its first line in the file
 * @param tolerance what differed
 * @param shift the difference of indentation; null for none
 */
record Place(
        Hunk hunk,
        int position,
        Tolerance tolerance,
        @Nullable Indentation shift) {

    /** By how many lines it is away from where its header says; 0 when that does not say. */
    int moved() {
        return hunk.oldStart() == 0 ? 0 : position + 1 - hunk.oldStart();
    }
}
