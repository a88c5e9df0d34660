package dev.intellibrix.workspace;

import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.workspace.fs.Shown;
import dev.intellibrix.workspace.text.ChangedLines;
import dev.intellibrix.workspace.text.FileKind;
import dev.intellibrix.workspace.text.TextEdit;
import dev.intellibrix.workspace.text.TextFormat;
import java.util.Arrays;
import java.util.Optional;

/** {@code edit_file}: replaces a text in a file. */
final class EditFile {

    record Input(
            @Description("Path of the file, relative to the workspace")
            String path,

            @Description("The text to replace, exactly as it stands in the file, without line numbers; it must occur"
                    + " once")
            String oldText,

            @Description("The text to put in its place") String newText,
            @Description("Replace every occurrence") Optional<Boolean> replaceAll) {}

    private final Workspace workspace;

    private EditFile(Workspace workspace) {
        this.workspace = workspace;
    }

    static Tool tool(Workspace workspace) {
        EditFile tool = new EditFile(workspace);
        return Tool.define("edit_file", Input.class)
                .description("Replace a text in a file by another. The old text must occur exactly once, unless"
                        + " replaceAll is set; nothing in it is a pattern. Line ends, encoding and all else stay.")
                .category(ToolCategory.WRITE)
                .needsApproval((input, context) -> workspace.approveWrites())
                .resultTrust(Trust.UNTRUSTED)
                .execute(tool::edit);
    }

    private ToolOutput edit(Input input, ToolContext context) {
        if (input.oldText().isEmpty()) {
            throw new ToolException("oldText is empty; give the text to replace, or use write_file for a new file");
        }
        if (input.oldText().equals(input.newText())) {
            throw new ToolException("oldText and newText are the same, so there is nothing to change");
        }
        FileTarget target = workspace.jail().target(input.path(), context.protectedFiles());
        String done = FileLocks.withFileLock(target.realPath(), () -> edit(target, input, context));
        return Workspace.from(target.path(), done);
    }

    private String edit(FileTarget target, Input input, ToolContext context) {
        String path = Shown.text(target.path());
        FileContent content = target.read(TextEdit.MAX_BYTES)
                .orElseThrow(() -> new ToolException("no such file: " + path + "; create it with write_file"));
        workspace.requireSeen(context, target, content.version());
        TextFormat format = format(path, content.array());
        TextEdit.Result result = new TextEdit(path, content.array(), format)
                .replace(input.oldText(), input.newText(), input.replaceAll().orElse(false));
        target.replace(content.version(), result.content());
        workspace.recordWritten(context, target, result.content());
        int count = result.places().size();
        return "edited " + path + (count == 1 ? "" : ", " + count + " places") + ":\n"
                + new ChangedLines(result, format).show();
    }

    private static TextFormat format(String path, byte[] content) {
        byte[] sample = Arrays.copyOf(content, Math.min(content.length, TextFormat.SAMPLE));
        TextFormat format = TextFormat.of(sample, sample.length == content.length);
        if (format == null) {
            throw new ToolException(
                    path + " is not text but " + FileKind.of(sample) + ", " + content.length + " bytes");
        }
        return format;
    }
}
