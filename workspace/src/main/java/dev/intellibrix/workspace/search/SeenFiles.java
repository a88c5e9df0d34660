package dev.intellibrix.workspace.search;

import java.io.IOException;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** Learns of the files whose lines the model will see. Safe for use by several threads. */
public interface SeenFiles {

    /** Learns of nothing. */
    SeenFiles NONE = (entry, channel) -> null;

    /**
     * Looks at a file with lines that may be shown.
     *
     * @param channel the file, opened to read
     * @return what to do when the lines are indeed shown; null when nothing is to be done
     */
    @Nullable Runnable look(TreeEntry entry, FileChannel channel) throws IOException;
}
