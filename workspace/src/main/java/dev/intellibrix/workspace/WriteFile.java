package dev.intellibrix.workspace;

import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.workspace.fs.Shown;
import dev.intellibrix.workspace.text.LineEnds;
import dev.intellibrix.workspace.text.TextFormat;

/** {@code write_file}: creates a file, or replaces all of it. */
final class WriteFile {

    record Input(
            @Description("Path of the file, relative to the workspace; missing folders are made")
            String path,

            @Description("The whole content, written as UTF-8 exactly as given")
            String content) {}

    private final Workspace workspace;

    private WriteFile(Workspace workspace) {
        this.workspace = workspace;
    }

    static Tool tool(Workspace workspace) {
        WriteFile tool = new WriteFile(workspace);
        return Tool.define("write_file", Input.class)
                .description("Create a file, or replace the whole content of one. To change a part of a file use"
                        + " edit_file.")
                .category(ToolCategory.WRITE)
                .needsApproval((input, context) -> workspace.approveWrites())
                .resultTrust(Trust.UNTRUSTED)
                .execute(tool::write);
    }

    private ToolOutput write(Input input, ToolContext context) {
        byte[] content = encode(input.content());
        FileTarget target = workspace.jail().target(input.path(), context.protectedFiles());
        String done = FileLocks.withFileLock(target.realPath(), () -> write(target, content, context));
        return Workspace.from(target.path(), done);
    }

    private String write(FileTarget target, byte[] content, ToolContext context) {
        String what = Shown.text(target.path()) + ": " + size(content);
        String old = target.version().orElse(null);
        if (old == null) {
            target.create(content, false);
            workspace.recordWritten(context, target, content);
            return "created " + what;
        }
        workspace.requireSeen(context, target, old);
        String note = note(target.start(TextFormat.SAMPLE), content);
        target.replace(old, content);
        workspace.recordWritten(context, target, content);
        return "replaced " + what + note;
    }

    /** What the content changes that a reader of it does not see. */
    private static String note(byte[] old, byte[] content) {
        TextFormat before = TextFormat.of(old, old.length < TextFormat.SAMPLE);
        TextFormat after = TextFormat.of(content, true);
        if (before == null || after == null) {
            return "";
        }
        LineEnds endsBefore = LineEnds.of(old, before);
        LineEnds endsAfter = LineEnds.of(content, after);
        String ends = endsBefore == endsAfter || endsBefore == LineEnds.NONE || endsAfter == LineEnds.NONE
                ? ""
                : "; its line ends were " + endsBefore + " and are now " + endsAfter;
        return before.note().equals(after.note())
                ? ends
                : ends + "; its encoding was " + before.name() + " and is now " + after.name();
    }

    private static byte[] encode(String text) {
        byte[] encoded = TextFormat.UTF_8.encode(text);
        if (encoded == null) {
            throw new ToolException("the content holds half of a surrogate pair, which no file can");
        }
        return encoded;
    }

    private static String size(byte[] content) {
        long lines = content.length == 0 || content[content.length - 1] == '\n' ? 0 : 1;
        for (byte each : content) {
            lines += each == '\n' ? 1 : 0;
        }
        return content.length
                + (content.length == 1 ? " byte, " : " bytes, ")
                + lines
                + (lines == 1 ? " line" : " lines");
    }
}
