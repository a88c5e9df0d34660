package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.tool.ToolException;
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
     * The results.
     *
     * @throws ToolException when the file is not JSON, the query fails or costs too much; with the results until then
     */
    String text() {
        String incomplete = null;
        try {
            if (program.isElementwise()) {
                overElements();
            } else {
                overValues();
            }
        } catch (BudgetException e) {
            throw failed(String.valueOf(e.getMessage()));
        } catch (MalformedJsonException e) {
            if (!e.isCutOff() || values == 0) {
                throw failed("line " + e.line() + " is not valid JSON: " + e.complaint());
            }
            incomplete = "the value that begins on line " + e.line() + " is incomplete: the file ends within it";
        }
        if (firstFailure != null) {
            throw failed(
                    firstFailure + (failures > 1 ? "\n" + failures + " of " + values + " values failed like it" : "")
                            + "\n(a ? after a step passes over values that it does not fit)");
        }
        return shown(incomplete);
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
            firstFailure = "the query failed on the value that begins on line " + line + ": " + error.getMessage();
        }
        return true;
    }

    private ToolException failed(String complaint) {
        return new ToolException(
                results.count() == 0
                        ? complaint
                        : complaint + "\nThe " + results.count() + " results without it:\n" + shown(null));
    }

    private String shown(@Nullable String note) {
        StringBuilder text = new StringBuilder(results.text());
        String cut = results.cut();
        if (cut != null) {
            text.append("\n[").append(cut).append(']');
        } else if (results.count() == 0) {
            text.append(values == 0 ? "[the file has no JSON values]" : "[no results]");
        }
        if (note != null) {
            text.append("\n[").append(note).append(']');
        }
        return text.toString();
    }
}
