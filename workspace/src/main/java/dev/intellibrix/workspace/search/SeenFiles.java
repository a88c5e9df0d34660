package dev.intellibrix.workspace.search;

import java.io.IOException;
import java.nio.channels.FileChannel;

/** Learns of the files whose lines the model will see. */
public interface SeenFiles {

    /** Learns of nothing. */
    SeenFiles NONE = (entry, channel) -> {};

    /** A file with lines that are shown, and its channel. */
    void saw(TreeEntry entry, FileChannel channel) throws IOException;
}
