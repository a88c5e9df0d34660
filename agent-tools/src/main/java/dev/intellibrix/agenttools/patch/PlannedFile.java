package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.FileContent;
import dev.intellibrix.workspace.FileTarget;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One file that a patch touches: as it is on disk, and as it will be. Not thread-safe. */
final class PlannedFile {

    /** The largest file that is patched; it is held in memory a few times over. */
    static final long MAX_BYTES = 64L * 1024 * 1024;

    private final FileTarget target;
    private final boolean link;
    private @Nullable FileContent ahead;
    private boolean loaded;
    private @Nullable FileContent before;
    private @Nullable FileState original;
    private @Nullable FileState now;
    private @Nullable FileState displaced;

    /**
     * @param target where it is
     * @param link whether its name is that of a link
     */
    PlannedFile(FileTarget target, boolean link) {
        this.target = target;
        this.link = link;
    }

    FileTarget target() {
        return target;
    }

    String path() {
        return target.path();
    }

    /**
     * Reads the file before it is needed, when it is there and room for it is left. What goes wrong is met again when it is needed,
     * and said then.
     *
     * @param room how many bytes may still be held
     */
    void readAhead(AtomicLong room) {
        if (room.get() <= 0) {
            return;
        }
        try {
            ahead = target.read(MAX_BYTES).orElse(null);
            room.addAndGet(ahead == null ? 0 : -ahead.size());
        } catch (ToolException e) {
            ahead = null;
        }
    }

    /** Reads the file, the first time; returns whether it was that. */
    boolean load() {
        boolean first = !loaded;
        if (first) {
            before = ahead != null ? ahead : target.read(MAX_BYTES).orElse(null);
            ahead = null;
            original = before == null ? null : FileState.of(before);
            now = original;
            loaded = true;
        }
        return first;
    }

    /** What is on disk; null for no file. */
    @Nullable FileContent before() {
        return before;
    }

    /** How many bytes are on disk. */
    int size() {
        return original == null ? 0 : original.content().length;
    }

    /** What is on disk, as a state; null for no file. */
    @Nullable FileState original() {
        return original;
    }

    /** What will be there; null for no file. */
    @Nullable FileState now() {
        return now;
    }

    boolean exists() {
        return now != null;
    }

    void set(@Nullable FileState state) {
        now = state;
    }

    /** Puts another file here, whose own content a later section takes away. */
    void displace(FileState state) {
        displaced = now;
        now = state;
    }

    boolean isDisplaced() {
        return displaced != null;
    }

    /** The state for a section that takes the file from here: it is gone then. */
    FileState take() {
        FileState taken = displaced;
        if (taken != null) {
            displaced = null;
            return taken;
        }
        taken = required();
        now = null;
        return taken;
    }

    /**
     * The state that a section works on.
     *
     * @throws ToolException when there is no file
     */
    FileState required() {
        if (now == null) {
            throw new ToolException(Excerpt.path(path())
                    + (before == null
                            ? ": no such file; a new file needs --- /dev/null in its header"
                            : ": an earlier section of the patch takes this file away"));
        }
        return now;
    }

    /** Ends a section that would put a file in the place of a link. */
    void requireNoLink() {
        if (link) {
            throw new ToolException(
                    Excerpt.path(path()) + ": the patch names a link to this file; name the file itself");
        }
    }

    /** Whether the plan changes the file. */
    boolean isChanged() {
        if (before == null || now == null) {
            return (before == null) != (now == null);
        }
        return !hasSameContent() || !hasSameMode();
    }

    boolean hasSameContent() {
        return original != null && now != null && Arrays.equals(original.content(), now.content());
    }

    private boolean hasSameMode() {
        FileState state = Objects.requireNonNull(now);
        return state.like() == before && (!state.hasOwnMode() || state.isExecutable() == wasExecutable());
    }

    private boolean wasExecutable() {
        return before != null && before.isExecutable();
    }
}
