package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import tools.jackson.databind.JsonNode;

/** Reads ESLint's default form, a file and then one row a problem, and its JSON. */
final class EslintReading implements CheckParser.Reading {

    private static final Pattern ROW =
            Pattern.compile("^\\s+(\\d{1,7}):(\\d{1,7})\\s+(error|warning)\\s+(\\S.*?)(?:\\s{2,}(\\S+))?\\s*$");
    private static final int ERROR = 2;

    private final CheckRun run;
    private String file = "";

    EslintReading(CheckRun run) {
        this.run = run;
    }

    @Override
    public void line(String text) {
        if (text.startsWith("[{") && text.contains("\"filePath\"")) {
            json(text);
        } else if (!text.isBlank() && !text.startsWith(" ")) {
            file = text.strip();
        } else if (!file.isEmpty()) {
            row(ROW.matcher(text));
        }
    }

    private void row(Matcher match) {
        if (match.matches() && match.group(3).equals("error")) {
            String rule = match.group(5);
            run.failed(CheckFailure.at(
                    file,
                    Place.number(match, 1),
                    Place.number(match, 2),
                    match.group(4) + (rule == null ? "" : " (" + rule + ")")));
        }
    }

    private void json(String text) {
        try {
            for (JsonNode result : Json.parseLeniently(text)) {
                for (JsonNode message : result.path("messages")) {
                    if (message.path("severity").asInt(0) == ERROR) {
                        run.failed(failure(result.path("filePath").asString(""), message));
                    }
                }
            }
        } catch (JsonFault e) {
            run.remark("the JSON of ESLint could not be read: " + e.getMessage());
        }
    }

    private static CheckFailure failure(String file, JsonNode message) {
        String rule = message.path("ruleId").asString("");
        return CheckFailure.at(
                file,
                message.path("line").asInt(0),
                message.path("column").asInt(0),
                message.path("message").asString("") + (rule.isEmpty() ? "" : " (" + rule + ")"));
    }
}
