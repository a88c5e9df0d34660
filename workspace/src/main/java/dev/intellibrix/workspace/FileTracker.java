package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Shown;
import dev.intellibrix.workspace.fs.Versions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which content of a file each conversation has seen, so that a model cannot overwrite what it never read, or
 * what changed after it did. Give one tracker to all tools that work on the same folder, for as long as a session lasts:
 *
 * <pre>{@code
 * var tracker = new FileTracker();
 * var workspace = WorkspaceTools.builder(root).tracker(tracker).build();
 * }</pre>
 *
 * <p>A version is what tells one content from another ({@link #version}); a file whose time changed but not its content
 * is the same. What one conversation read never counts for another. At most {@value #MAX_FILES} files are remembered
 * over all conversations; the one that was used longest ago is forgotten first and has to be read again.
 *
 * <p>Safe for use by many threads.
 */
public final class FileTracker {

    /** How many files are remembered. */
    public static final int MAX_FILES = 20_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, String> seen = new LinkedHashMap<>(16, 0.75f, true); // Guarded by lock.

    private record Key(String conversationId, Path file) {}

    /** A tracker that has seen nothing. */
    public FileTracker() {}

    /** The version of this content, as {@link #recordSeen} and {@link #requireSeen} compare it. */
    public static String version(byte[] content) {
        return content.length > Versions.MAX_HASHED ? "unknown" : Versions.of(content);
    }

    /**
     * The model has seen this content, or has written it.
     *
     * @param conversationId the scope, {@code ToolContext.conversationId()}
     * @param file the real path
     * @param version the content's version
     */
    public void recordSeen(String conversationId, Path file, String version) {
        lock.lock();
        try {
            seen.put(new Key(conversationId, file), version);
            if (seen.size() > MAX_FILES) {
                seen.remove(seen.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    /** The file is gone, for this conversation. */
    public void forget(String conversationId, Path file) {
        lock.lock();
        try {
            seen.remove(new Key(conversationId, file));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends a write to a file whose present content the model has not seen.
     *
     * @param conversationId the scope, {@code ToolContext.conversationId()}
     * @param file the real path
     * @param shown the path as the model knows it, for the message
     * @param version the version of the present content
     * @throws ToolException which tells the model to read the file first, or again
     */
    public void requireSeen(String conversationId, Path file, String shown, String version) {
        String known = known(conversationId, file);
        if (known == null) {
            throw new ToolException(
                    Shown.text(shown) + " exists, but you have not read it; read it with read_file first");
        }
        if (!known.equals(version)) {
            throw new ToolException(Shown.text(shown) + " changed since you last read it; read it again");
        }
    }

    private @Nullable String known(String conversationId, Path file) {
        lock.lock();
        try {
            return seen.get(new Key(conversationId, file));
        } finally {
            lock.unlock();
        }
    }
}
