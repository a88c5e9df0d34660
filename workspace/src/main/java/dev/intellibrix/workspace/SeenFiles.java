package dev.intellibrix.workspace;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Learns of the files whose lines the model will see. */
interface SeenFiles {

    /** A file with lines that are shown, and its channel. */
    void saw(TreeEntry entry, FileChannel channel) throws IOException;

    /** Remembers the files for a conversation; does nothing without a tracker. */
    static SeenFiles in(@Nullable FileTracker tracker, String conversationId) {
        if (tracker == null) {
            return (entry, channel) -> {};
        }
        return (entry, channel) -> {
            String version = Versions.of(channel, entry.attributes());
            // What changed between the walk and now was perhaps not what the model will see.
            if (isSame(entry.attributes(), entry.directory().stat(entry.name()))) {
                tracker.recordSeen(conversationId, entry.realPath(), version);
            }
        };
    }

    private static boolean isSame(BasicFileAttributes before, @Nullable BasicFileAttributes now) {
        return now != null
                && before.size() == now.size()
                && before.lastModifiedTime().equals(now.lastModifiedTime())
                && Objects.equals(before.fileKey(), now.fileKey());
    }
}
