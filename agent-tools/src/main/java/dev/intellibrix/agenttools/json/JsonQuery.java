package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.workspace.Jail;
import dev.intellibrix.workspace.OpenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** {@code json_query}: what a query in a subset of jq finds in a file of JSON values. */
public final class JsonQuery {

    record Input(
            @Description("A JSON or JSON Lines file, relative to the workspace")
            String path,

            @Description("The query, such as .items[] | select(.price > 10) | {id, name}")
            String query,

            @Description("How many results to show") @Range(min = 1)
            OptionalInt maxResults) {}

    private final Jail jail;
    private final QueryLimits limits;
    private final MemoryPool memory = MemoryPool.ofHeap();

    private JsonQuery(Jail jail, QueryLimits limits) {
        this.jail = jail;
        this.limits = limits;
    }

    /** The tool. */
    public static Tool tool(Jail jail, QueryLimits limits) {
        JsonQuery tool = new JsonQuery(jail, limits);
        return Tool.define("json_query", Input.class)
                .description("Run a jq query over a JSON or JSON Lines file; each result is a line of compact JSON. A"
                        + " subset of jq: paths, slices, pipes, select, map, sort_by, group_by, unique, keys,"
                        + " length, add, if, //, arithmetic, comparisons, {...}, [...], string interpolation,"
                        + " with_entries, paths, del, limit, first, any, all and the like. No variables (as,"
                        + " reduce, def), regular expressions, assignments or formats (@csv). A query runs once"
                        + " for each value of the file; a big array is read element by element by one that uses it"
                        + " once: .[] | ..., .items[] | ..., .items[0:10].")
                .category(ToolCategory.READ)
                .resultTrust(Trust.UNTRUSTED)
                .execute(tool::query);
    }

    private ToolOutput query(Input input, ToolContext context) {
        Program program = program(input.query());
        try (OpenFile file = jail.open(input.path());
                Run run = new Run(limits, context.cancellation(), memory)) {
            Origin origin = Origin.of(Origin.Kind.FILE, file.path());
            return ToolOutput.text(text(input, program, file.channel(), run, Label.untrusted(origin)))
                    .from(origin);
        } catch (UncheckedIOException e) {
            throw unreadable(input, e.getCause());
        } catch (IOException e) {
            throw unreadable(input, e);
        }
    }

    /** Once more from the start, with each value as a whole, when elements were used whose key stands twice. */
    private String text(Input input, Program program, FileChannel channel, Run run, Label label) throws IOException {
        try {
            return once(input, program, channel, run, label);
        } catch (Narrowing.RepeatedKeyException e) {
            channel.position(0);
            return once(input, program.whole(), channel, run, label);
        }
    }

    private String once(Input input, Program program, FileChannel channel, Run run, Label label) {
        int shown = Math.min(input.maxResults().orElse(limits.results()), limits.results());
        Results results = new Results(run, shown, limits.results(), limits.chars());
        try (ValueReader reader = ValueReader.of(Channels.newInputStream(channel), run)) {
            return new FileQuery(program, run, reader, results, label).text();
        }
    }

    /** Whoever is cancelled while he reads is interrupted, which closes the file. */
    private static RuntimeException unreadable(Input input, @Nullable Throwable e) {
        if (e instanceof ClosedByInterruptException) {
            return new CancellationException("cancelled");
        }
        return new ToolException(Excerpt.path(input.path()) + " could not be read", e);
    }

    private static Program program(String query) {
        try {
            return Program.of(query);
        } catch (QuerySyntaxException e) {
            throw new ToolException("query: " + e.getMessage());
        }
    }
}
