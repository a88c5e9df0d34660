package dev.intellibrix.agenttools.diff;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.agenttools.text.Lines;
import dev.intellibrix.agenttools.text.StoredText;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.workspace.Jail;
import dev.intellibrix.workspace.OpenFile;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** {@code diff}: the lines in which a file differs from another file or from a text. */
public final class Diff {

    record Input(
            @Description("The file to compare, relative to the workspace")
            String path,

            @Description("The file to compare it with") Optional<String> otherPath,

            @Description("The text to compare it with, in place of another file")
            Optional<String> text,

            @Description("Lines of context around each change; 3 when left out") @Range(min = 0, max = 1_000)
            Optional<Integer> context) {}

    private static final int MAX_BYTES = 64 * 1024 * 1024;
    private static final int CONTEXT = 3;

    /** One side: its content, and what to call it. */
    private record Side(String name, StoredText stored) {

        static Side of(String name, byte[] raw) {
            return new Side(name, StoredText.of(raw));
        }
    }

    private final Jail jail;
    private final int maxChars;

    private Diff(Jail jail, int maxChars) {
        this.jail = jail;
        this.maxChars = maxChars;
    }

    /**
     * The tool.
     *
     * @param maxChars how much it shows
     */
    public static Tool tool(Jail jail, int maxChars) {
        Diff tool = new Diff(jail, maxChars);
        return Tool.define("diff", Input.class)
                .description("Show how a file differs from another file, or from a text, as a unified diff that"
                        + " apply_patch can apply to the first. For changes in a repository use git_diff.")
                .category(ToolCategory.READ)
                .resultTrust(Trust.UNTRUSTED)
                .execute((input, context) ->
                        tool.diff(input, () -> context.cancellation().throwIfCancelled()));
    }

    private ToolOutput diff(Input input, Runnable checkpoint) {
        if (input.otherPath().isPresent() == input.text().isPresent()) {
            throw new ToolException("give either otherPath or text to compare " + Excerpt.path(input.path()) + " with");
        }
        Side a = read(input.path());
        List<Origin> origins = new ArrayList<>(List.of(Origin.of(Origin.Kind.FILE, a.name)));
        Side b;
        if (input.otherPath().isPresent()) {
            b = read(input.otherPath().get());
            origins.add(Origin.of(Origin.Kind.FILE, b.name));
        } else {
            b = Side.of("the text", encoded(input.text().orElseThrow()));
        }
        String shown = compare(a, b, input.context().orElse(CONTEXT), checkpoint);
        return ToolOutput.text(shown).from(origins.toArray(Origin[]::new));
    }

    private Side read(String path) {
        try (OpenFile file = jail.open(path)) {
            byte[] raw = Channels.newInputStream(file.channel()).readNBytes(MAX_BYTES + 1);
            if (raw.length > MAX_BYTES) {
                throw new ToolException(
                        Excerpt.path(file.path()) + " is too large to compare: more than " + MAX_BYTES + " bytes");
            }
            return Side.of(file.path(), raw);
        } catch (IOException e) {
            throw new ToolException(Excerpt.path(path) + " could not be read", e);
        }
    }

    private static byte[] encoded(String text) {
        return StoredText.encode(text)
                .orElseThrow(() -> new ToolException("the text holds half of a surrogate pair, which no file can"));
    }

    private String compare(Side a, Side b, int context, Runnable checkpoint) {
        String names = Excerpt.path(a.name) + " and " + Excerpt.path(b.name);
        if (Arrays.equals(a.stored.raw(), b.stored.raw())) {
            return names + " are equal";
        }
        if (!a.stored.isText() || !b.stored.isText()) {
            return names + " differ, and are not both text: " + a.stored.raw().length + " and " + b.stored.raw().length
                    + " bytes";
        }
        Lines before = Lines.of(a.stored.utf8());
        Lines after = Lines.of(b.stored.utf8());
        List<Change> changes = LineDiff.of(new LineIds(before, after), checkpoint);
        StringBuilder text = new StringBuilder();
        text.append("from ").append(Excerpt.path(a.name)).append(" to ").append(Excerpt.path(b.name));
        text.append(": ").append(totals(changes)).append('\n');
        for (String note : notes(a, b, before, after, changes)) {
            text.append('[').append(note).append("]\n");
        }
        if (!changes.isEmpty()) {
            text.append(new UnifiedDiff(before, after, context, maxChars).text(a.name, changes));
        }
        return text.toString();
    }

    private static String totals(List<Change> changes) {
        long added = changes.stream().mapToLong(Change::added).sum();
        long removed = changes.stream().mapToLong(Change::removed).sum();
        return "+" + added + " -" + removed + (added + removed == 1 ? " line" : " lines");
    }

    private static List<String> notes(Side a, Side b, Lines before, Lines after, List<Change> changes) {
        List<String> notes = new ArrayList<>();
        for (Side side : List.of(a, b)) {
            if (!side.stored.isValid()) {
                notes.add(Excerpt.path(side.name) + " has bytes that are not UTF-8; where they are shown as \ufffd the"
                        + " diff can not be applied");
            }
        }
        if (!a.stored.charsetName().equals(b.stored.charsetName())) {
            notes.add("the encodings differ: " + a.stored.charsetName() + " before, " + b.stored.charsetName()
                    + " after");
        }
        notes.addAll(changes.isEmpty() ? List.of() : new Notes(before, after, changes).all());
        return notes;
    }
}
