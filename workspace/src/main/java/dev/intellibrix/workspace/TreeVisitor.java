package dev.intellibrix.workspace;

import java.io.IOException;

/** What a {@link TreeWalk} is made for. Called on one thread, in the order of the paths. */
interface TreeVisitor {

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
