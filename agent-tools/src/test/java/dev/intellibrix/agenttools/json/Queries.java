package dev.intellibrix.agenttools.json;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.tool.Cancellation;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Runs queries over what is nowhere a file. */
final class Queries {

    /** Where the values come from. */
    static final Label LABEL = Label.untrusted(Origin.of(Origin.Kind.FILE, "d.json"));

    private Queries() {}

    /** What the tool says, with the memory that the JVM has. */
    static String run(String document, String query, QueryLimits limits, Cancellation cancellation) {
        InputStream bytes = new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8));
        return run(bytes, query, limits, cancellation, MemoryPool.ofHeap());
    }

    /** What the tool says. */
    static String run(InputStream in, String query, QueryLimits limits, Cancellation cancellation, MemoryPool memory) {
        try (Run run = new Run(limits, cancellation, memory);
                ValueReader reader = ValueReader.of(in, run)) {
            Results results = new Results(run, limits.results(), limits.results(), limits.chars());
            return new FileQuery(Program.of(query), run, reader, results, LABEL).text();
        }
    }

    /** Instead of an error: that the program could not be read. */
    static final String NO_PROGRAM = "compile error";

    /**
     * What a program makes of one value.
     *
     * @param results the lines that it writes
     * @param error what it complains about in the end; empty when it does not
     */
    record Answer(String results, String error) {}

    /** What a program makes of a value here. */
    static Answer answer(String program, String document, QueryLimits limits) {
        Program query;
        try {
            query = Program.of(program);
        } catch (QuerySyntaxException e) {
            return new Answer("", NO_PROGRAM);
        }
        Run run = new Run(limits, Cancellation.none(), MemoryPool.ofHeap());
        Results results = new Results(run, limits.results(), limits.results(), limits.chars());
        try (ValueReader reader = ValueReader.of(document, run)) {
            query.run(run, Objects.requireNonNull(reader.next()), results);
            return new Answer(results.text(), "");
        } catch (BudgetException e) {
            return new Answer(results.text(), "budget: " + e.getMessage());
        } catch (QueryError e) {
            return new Answer(results.text(), Texts.toText(run, e.value()));
        }
    }
}
