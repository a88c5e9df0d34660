package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;

/**
 * What a {@link TreeWalk} is made for. Entries are looked at on several threads at a time; what was found there is taken on
 * the caller's thread, in the order of the paths, so that the result does not depend on who was faster. Some entries behind
 * the last one that is taken may have been looked at in vain.
 *
 * @param <T> what is found at an entry
 */
public interface TreeVisitor<T> {

    /**
     * The walk begins; called once, before all others.
     *
     * @param folder the path of the folder that it starts with, or that holds the file that it starts with, relative to
     *     the root, with a slash at its end; empty for the root
     * @param file whether it is one file only, which was asked for by its path
     */
    default void startsIn(String folder, boolean file) {}

    /**
     * Whether an entry is of interest: a directory to look into, anything else to be looked at. Asked before the ignore
     * rules are, so that only what was of interest is counted as ignored. Called by several threads at a time.
     *
     * @param path the path relative to the root
     */
    boolean wants(String path, boolean directory);

    /**
     * A pair of eyes for one thread.
     *
     * @param cancellation fires also when what is being looked at is not wanted any more
     */
    Look<T> look(Cancellation cancellation);

    /**
     * Takes what was found at one entry.
     *
     * @return false to end the walk
     * @throws IOException to end it with a failure
     */
    boolean take(T found) throws IOException;

    /** How many characters what was found takes up in memory until it is taken, if they are many. */
    default long size(T found) {
        return 0;
    }

    /** Looks at entries, one after the other. */
    interface Look<T> {

        /** Looks at a file, or at a link, which was not followed; says in the result when it can not be read. */
        T at(TreeEntry entry);
    }
}
