package dev.intellibrix.workspace;

import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.workspace.fs.Faults;
import dev.intellibrix.workspace.fs.Shown;
import dev.intellibrix.workspace.fs.Versions;
import dev.intellibrix.workspace.text.FileKind;
import dev.intellibrix.workspace.text.LineSource;
import dev.intellibrix.workspace.text.LineWindow;
import dev.intellibrix.workspace.text.TextFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.channels.Channels;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** {@code read_file}: a window of lines, streamed, so that it costs no more than what lies before its end. */
final class ReadFile {

    record Input(
            @Description("Path of the file, relative to the workspace")
            String path,

            @Description("First line to show, counted from 1; 1 when left out") @Range(min = 1)
            OptionalLong offset,

            @Description("How many lines to show") @Range(min = 1)
            OptionalInt limit,

            @Description("Put the line's number and a tab before each line")
            Optional<Boolean> lineNumbers) {}

    private final Workspace workspace;

    private ReadFile(Workspace workspace) {
        this.workspace = workspace;
    }

    static Tool tool(Workspace workspace) {
        ReadFile tool = new ReadFile(workspace);
        return Tool.define("read_file", Input.class)
                .description("Read a text file, or a part of it. Shows up to "
                        + workspace.bounds().readLines()
                        + " lines from the offset; a last line in brackets says what was"
                        + " left out and what is unusual about the file.")
                .category(ToolCategory.READ)
                .resultTrust(Trust.UNTRUSTED)
                .execute(tool::read);
    }

    private ToolOutput read(Input input, ToolContext context) {
        try (OpenFile file = workspace.jail().open(input.path())) {
            return Workspace.from(file.path(), window(input, file, context));
        } catch (IOException e) {
            throw Faults.of(input.path(), e);
        }
    }

    private String window(Input input, OpenFile file, ToolContext context) throws IOException {
        // The hash is taken of the bytes that are shown, not of what the file holds a moment later.
        boolean hashed = workspace.tracker() != null && file.attributes().size() <= Versions.MAX_HASHED;
        MessageDigest digest = Versions.sha256();
        long most = Math.max(file.attributes().size(), Versions.MAX_HASHED);
        InputStream raw = new BoundedStream(Channels.newInputStream(file.channel()), most);
        InputStream in = hashed ? new DigestInputStream(raw, digest) : raw;
        String text = window(input, file, in, context.cancellation());
        if (hashed) {
            in.transferTo(OutputStream.nullOutputStream());
            workspace.recordSeen(context, file, Versions.ofDigest(digest));
        } else {
            workspace.recordSeen(context, file);
        }
        return text;
    }

    private String window(Input input, OpenFile file, InputStream in, Cancellation cancellation) throws IOException {
        byte[] sample = in.readNBytes(TextFormat.SAMPLE);
        TextFormat format = TextFormat.of(sample, sample.length < TextFormat.SAMPLE);
        if (format == null) {
            throw new ToolException(Shown.text(file.path()) + " is not text but " + FileKind.of(sample) + ", "
                    + file.attributes().size() + " bytes");
        }
        PushbackInputStream rest = new PushbackInputStream(in, TextFormat.SAMPLE);
        rest.unread(sample, format.bomBytes(), sample.length - format.bomBytes());
        int keep = workspace.bounds().lineChars() * 4 + 4;
        return new LineWindow(
                        new LineSource(rest, format, keep, cancellation),
                        format,
                        Shown.text(file.path()),
                        file.attributes().size(),
                        workspace.bounds().readChars(),
                        workspace.bounds().lineChars())
                .show(
                        input.offset().orElse(1),
                        input.limit().orElse(workspace.bounds().readLines()),
                        input.lineNumbers().orElse(false));
    }
}
