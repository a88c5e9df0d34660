package dev.intellibrix.workspace;

import dev.intellibrix.workspace.fs.Versions;
import dev.intellibrix.workspace.search.SeenFiles;
import dev.intellibrix.workspace.search.TreeEntry;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Remembers the files of which a search shows lines, for one conversation. */
record TrackedFiles(FileTracker tracker, String conversationId) implements SeenFiles {

    @Override
    public @Nullable Runnable look(TreeEntry entry, FileChannel channel) throws IOException {
        String version = Versions.of(channel, entry.attributes());
        // What changed between the walk and now was perhaps not what the model will see.
        return isSame(entry.attributes(), entry.directory().stat(entry.name()))
                ? () -> tracker.recordSeen(conversationId, entry.realPath(), version)
                : null;
    }

    private static boolean isSame(BasicFileAttributes before, @Nullable BasicFileAttributes now) {
        return now != null
                && before.size() == now.size()
                && before.lastModifiedTime().equals(now.lastModifiedTime())
                && Objects.equals(before.fileKey(), now.fileKey());
    }
}
