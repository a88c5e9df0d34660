package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
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
    private int values;
    private int failures;
    private @Nullable String firstFailure;

    FileQuery(Program program, Run run, ValueReader reader, Results results) {
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
            if (program.isElementwise()) {
                overElements();
            } else {
                overValues();
            }
        } catch (BudgetException e) {
            end = e.getMessage() + " (at the value that begins on line " + reader.line() + ")";
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
            throw new ToolException(String.join("\n", complaints));
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

    private void overValues() {
        run.nextInput();
        for (JsonValue value = reader.next(); value != null; value = reader.next()) {
            if (!one(value)) {
                return;
            }
            run.nextInput();
        }
    }

    private void overElements() {
        run.stream(reader::nextElement);
        run.nextInput();
        while (true) {
            boolean array = reader.startsArray();
            JsonValue value = array ? null : reader.pending();
            if (!array && value == null) {
                return;
            }
            if (!(value == null ? elements() : one(value))) {
                return;
            }
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
        if (more) {
            reader.skipElements();
        }
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
