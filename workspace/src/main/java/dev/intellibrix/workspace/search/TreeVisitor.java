package dev.intellibrix.workspace.search;

import java.io.IOException;

/** What a {@link TreeWalk} is made for. Called on one thread, in the order of the paths. */
public interface TreeVisitor {

    /**
     * The walk begins.
     *
     * @param folder the path of the folder that it starts with, or that holds the file that it starts with, relative to
     *     the root, with a slash at its end; empty for the root
     * @param file whether it is one file only, which was asked for by its path
     */
    default void startsIn(String folder, boolean file) {}

    /**
     * Whether an entry is of interest: a directory to look into, anything else to be visited. Asked before the ignore
     * rules are, so that only what was of interest is counted as ignored.
     *
     * @param path the path relative to the root
     */
    boolean wants(String path, boolean directory);

    /**
     * Takes a file, or a link, which was not followed.
     *
     * @return false to end the walk
     * @throws IOException when the file can not be read, which the walk counts
     */
    boolean visit(TreeEntry entry) throws IOException;
}
