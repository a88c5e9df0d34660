package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.message.Label;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A query over the values of a file. For one run. */
final class FileQuery {

    private final Program program;
    private final Run run;
    private final ValueReader reader;
    private final Results results;
    private final Label label;
    private boolean asked;
    private int values;
    private int failures;
    private @Nullable String firstFailure;

    /**
     * A query.
     *
     * @param label where the values come from, which a failure quotes
     */
    FileQuery(Program program, Run run, ValueReader reader, Results results, Label label) {
        this.label = label;
        this.program = program;
        this.run = run;
        this.reader = reader;
        this.results = results;
    }

    /**
     * The results, and after them in brackets what they lack: because values did not fit the query, because the file is not
     * JSON from some line on, or because the query cost too much.
     *
     * @throws ToolException when that has happened and there are no results
     */
    String text() {
        String incomplete = null;
        String end = null;
        try {
            overValues();
        } catch (BudgetException e) {
            end = e.getMessage() + advice(e) + " (at the value that begins on line " + reader.line() + ")";
        } catch (StackOverflowError e) {
            end = "the query was stopped because it is nested too deep";
        } catch (MalformedJsonException e) {
            if (!e.isCutOff() || values == 0) {
                end = "line " + e.line() + " is not valid JSON: " + e.complaint();
            } else {
                incomplete = "the value that begins on line " + e.line() + " is incomplete: the file ends within it";
            }
        }
        List<String> complaints = complaints(end);
        if (results.count() == 0 && !complaints.isEmpty()) {
            if (incomplete != null) {
                complaints.add(incomplete);
            }
            throw new ToolException(String.join("\n", complaints), label);
        }
        return shown(complaints, incomplete);
    }

    private List<String> complaints(@Nullable String end) {
        List<String> complaints = new ArrayList<>();
        if (firstFailure != null) {
            complaints.add(firstFailure);
            if (failures > 1) {
                complaints.add(String.format(Locale.ROOT, "%,d of %,d values failed", failures, values));
            }
            complaints.add("(a ? after a step passes over values that it does not fit)");
        }
        if (end != null) {
            complaints.add(end);
        }
        return complaints;
    }

    /** What helps when a value does not fit into the memory. */
    private String advice(BudgetException e) {
        if (!e.isOfMemory()) {
            return "";
        }
        return asked || program.isElementwise()
                ? "; narrow it"
                : "; narrow it: an array is read element by element when the query uses it once, as in .[] | ...,"
                        + " .items[] | ... or .items[0:10]";
    }

    private void overValues() {
        run.stream(reader::nextElement);
        Narrowing narrowing = new Narrowing(reader, program.member(), program.isElementwise() ? this::elements : null);
        run.nextInput();
        boolean more = true;
        while (more && reader.begin()) {
            asked = false;
            JsonValue value = narrowing.read();
            asked = true;
            more = value == null ? narrowing.wantsMore() : one(value);
            run.nextInput();
        }
    }

    private boolean elements() {
        int line = reader.line();
        boolean more;
        try {
            more = program.runOverElements(run, results);
        } catch (QueryError e) {
            more = fail(e, line);
        }
        values++;
        return more;
    }

    private boolean one(JsonValue value) {
        values++;
        int line = reader.line();
        try {
            return program.run(run, value, results);
        } catch (QueryError e) {
            return fail(e, line);
        }
    }

    /** The query goes on with the next value, as jq's does. */
    private boolean fail(QueryError error, int line) {
        failures++;
        if (firstFailure == null) {
            firstFailure = "the query failed on the value that begins on line " + line + ": " + error.excerpt();
        }
        return true;
    }

    private String shown(List<String> complaints, @Nullable String incomplete) {
        StringBuilder text = new StringBuilder(results.text());
        String cut = results.cut();
        if (cut != null) {
            text.append("\n[").append(cut).append(']');
        } else if (results.count() == 0) {
            text.append(values == 0 ? "[the file has no JSON values]" : "[no results]");
        }
        if (!complaints.isEmpty()) {
            text.append("\n[").append(String.join("\n", complaints)).append(']');
        }
        if (incomplete != null) {
            text.append("\n[").append(incomplete).append(']');
        }
        return text.toString();
    }
}
