package dev.intellibrix.workspace;

import dev.intellibrix.message.Origin;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.workspace.fs.Faults;
import dev.intellibrix.workspace.fs.Versions;
import org.jspecify.annotations.Nullable;

/**
 * What the tools of one workspace share.
 *
 * @param tracker remembers what each conversation has seen; null when nothing is tracked
 * @param approveWrites whether changing a file needs approval
 */
record Workspace(Jail jail, @Nullable FileTracker tracker, boolean approveWrites, Bounds bounds) {

    /** A result that came from a file or a folder. */
    static ToolOutput from(String path, String text) {
        return ToolOutput.text(text).from(Origin.of(Origin.Kind.FILE, path));
    }

    /** The model has seen content of this file. */
    void recordSeen(ToolContext context, OpenFile file) {
        if (tracker != null) {
            Faults.explained(
                    file.path(), () -> recordSeen(context, file, Versions.of(file.channel(), file.attributes())));
        }
    }

    /** The model has seen this version of a file. */
    void recordSeen(ToolContext context, OpenFile file, String version) {
        if (tracker != null) {
            tracker.recordSeen(context.conversationId(), file.realPath(), version);
        }
    }

    /** The model has written this content. */
    void recordWritten(ToolContext context, FileTarget target, byte[] content) {
        if (tracker != null) {
            tracker.recordSeen(context.conversationId(), target.realPath(), FileTracker.version(content));
        }
    }

    /** Ends a write to a file that the model has not seen as it is. */
    void requireSeen(ToolContext context, FileTarget target, String version) {
        if (tracker != null) {
            tracker.requireSeen(context.conversationId(), target.realPath(), target.path(), version);
        }
    }
}
