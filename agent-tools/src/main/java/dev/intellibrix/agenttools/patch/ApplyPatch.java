package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.StoredText;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.workspace.FileContent;
import dev.intellibrix.workspace.FileLocks;
import dev.intellibrix.workspace.FileTracker;
import dev.intellibrix.workspace.Jail;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code apply_patch}: applies a diff to several files, all or nothing. */
public final class ApplyPatch {

    record Input(
            @Description("A unified diff; hunks are found by their context, so that line numbers are only hints")
            String patch,

            @Description("Only check whether the patch fits; nothing is written")
            Optional<Boolean> check) {

        boolean isCheck() {
            return check.orElse(false);
        }
    }

    private static final int MAX_ORIGINS = 20;

    private final Jail jail;
    private final @Nullable FileTracker tracker;
    private final int maxBytes;

    private ApplyPatch(Jail jail, @Nullable FileTracker tracker, int maxBytes) {
        this.jail = jail;
        this.tracker = tracker;
        this.maxBytes = maxBytes;
    }

    /**
     * The tool.
     *
     * @param tracker remembers what each conversation has seen; null when nothing is tracked
     * @param approve whether writing needs approval; a check, which only reads, never does
     * @param maxBytes the largest patch
     */
    public static Tool tool(Jail jail, @Nullable FileTracker tracker, boolean approve, int maxBytes) {
        ApplyPatch tool = new ApplyPatch(jail, tracker, maxBytes);
        return Tool.define("apply_patch", Input.class)
                .description("Apply a unified diff to one or more files, all of it or nothing. Show about three lines"
                        + " of context around each change. --- /dev/null creates a file, +++ /dev/null deletes one;"
                        + " git's lines for renames, copies and modes work as well.")
                .category(ToolCategory.WRITE, input -> input.isCheck() ? ToolCategory.READ : ToolCategory.WRITE)
                .needsApproval((input, context) -> approve && !input.isCheck())
                .resultTrust(Trust.UNTRUSTED)
                .execute(tool::apply);
    }

    private ToolOutput apply(Input input, ToolContext context) {
        requireUsable(input.patch());
        PatchText text = PatchText.of(input.patch());
        PatchParser parser = new PatchParser(text, HunkReader.Reading.COUNTS);
        try {
            return apply(parse(parser), input.isCheck(), context);
        } catch (Misfit misfit) {
            if (!parser.isAmbiguous()) {
                throw misfit;
            }
            return applyOtherReading(text, input.isCheck(), context, misfit);
        }
    }

    private static List<Section> parse(PatchParser parser) {
        try {
            return parser.parse();
        } catch (ToolException e) {
            throw new Misfit(e);
        }
    }

    /** Counts that only seem to be right: when the patch fits as its marks have it, that is what it means. */
    private ToolOutput applyOtherReading(PatchText text, boolean check, ToolContext context, Misfit first) {
        try {
            return apply(parse(new PatchParser(text, HunkReader.Reading.MARKS)), check, context);
        } catch (Misfit second) {
            first.addSuppressed(second);
            throw first;
        }
    }

    private void requireUsable(String patch) {
        byte[] bytes = StoredText.encode(patch)
                .orElseThrow(() -> new ToolException("the patch holds half of a surrogate pair, which no file can"));
        if (bytes.length > maxBytes) {
            throw new ToolException("the patch has " + bytes.length + " bytes, and at most " + maxBytes
                    + " are applied at once; send several patches");
        }
    }

    private ToolOutput apply(List<Section> sections, boolean check, ToolContext context) {
        Tree tree = new Tree(jail, context.protectedFiles());
        Runnable checkpoint = () -> context.cancellation().throwIfCancelled();
        Planner planner = new Planner(tree, file -> requireSeen(file, context), checkpoint);
        planner.locate(sections);
        return FileLocks.withFileLocks(tree.realPaths(), () -> {
            tree.readAhead(checkpoint);
            planner.plan(sections);
            if (!check) {
                new Commit(tree.files(), context).run();
                tree.files().forEach(file -> recordWritten(file, context));
            }
            return output(tree.files(), check);
        });
    }

    private void requireSeen(PlannedFile file, ToolContext context) {
        FileContent before = file.before();
        if (tracker != null && before != null) {
            tracker.requireSeen(context.conversationId(), file.target().realPath(), file.path(), before.version());
        }
    }

    /** The model knows what it has written. */
    private void recordWritten(PlannedFile file, ToolContext context) {
        FileState now = file.now();
        if (tracker == null || !file.isChanged()) {
            return;
        }
        if (now == null) {
            tracker.forget(context.conversationId(), file.target().realPath());
        } else if (now.origin() == null || !now.origin().copied()) {
            tracker.recordSeen(context.conversationId(), file.target().realPath(), FileTracker.version(now.content()));
        }
    }

    private static ToolOutput output(List<PlannedFile> files, boolean check) {
        Origin[] origins = files.stream()
                .filter(PlannedFile::isChanged)
                .limit(MAX_ORIGINS)
                .map(file -> Origin.of(Origin.Kind.FILE, file.path()))
                .toArray(Origin[]::new);
        return ToolOutput.text(new Report(files, check).text()).from(origins);
    }
}
