package dev.intellibrix.testing;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the calls of a cassette, and works out the trust that they had. */
final class CassetteCalls {

    private static final String SAID = "user text: ";
    private static final String BEGIN = "system ";
    private static final String ANSWERED = "tool result of ";
    private static final Pattern RESULT = Pattern.compile(" \\(([a-z_]+)\\): (.*)", Pattern.DOTALL);

    private final Map<String, Tool> tools;
    private final List<RecordedCall> calls = new ArrayList<>();
    private List<ToolCallPart> open = List.of();
    private List<TextPart> said = List.of();
    private Label label = Label.TRUSTED;

    private CassetteCalls(Map<String, Tool> tools) {
        this.tools = tools;
    }

    static List<RecordedCall> in(List<CassetteTurn> turns, Map<String, Tool> tools) {
        CassetteCalls reader = new CassetteCalls(tools);
        for (CassetteTurn turn : turns) {
            reader.asked(turn.request().newMessages());
            reader.open = turn.response() == null
                    ? List.of()
                    : turn.response().message().toolCalls();
        }
        return List.copyOf(reader.calls);
    }

    private void asked(List<String> lines) {
        if (!lines.isEmpty() && lines.get(0).startsWith(BEGIN)) { // Another run.
            label = Label.TRUSTED;
            said = List.of();
            open = List.of();
        }
        int next = 0;
        Label before = label;
        for (String line : lines) {
            if (line.startsWith(ANSWERED) && next < open.size()) {
                result(open.get(next++), before, line);
            } else if (line.startsWith(SAID)) {
                said = Stream.concat(
                                said.stream(), Stream.of(TextPart.of(line.substring(SAID.length()), Label.TRUSTED)))
                        .toList();
            }
        }
    }

    /** The name is the model's and may be any text, so it is not looked for but expected. */
    private void result(ToolCallPart call, Label before, String line) {
        String start = ANSWERED + call.toolName();
        Matcher result = RESULT.matcher(line.startsWith(start) ? line.substring(start.length()) : "");
        if (!result.matches()) {
            throw new IllegalArgumentException("the recording has no result of a call of " + call.toolName()
                    + " where it should be, but: " + RunListing.shown(line));
        }
        Optional<ToolOutcome> outcome = outcome(result.group(1));
        calls.add(new RecordedCall(
                List.of(),
                call.id(),
                call.toolName(),
                call.arguments(),
                before,
                said,
                Optional.empty(),
                outcome.flatMap(each -> Decided.of(each, result.group(2)))));
        if (outcome.isEmpty() || Decided.ran(outcome.get())) {
            label = label.join(labelOf(call.toolName()));
        }
    }

    private Label labelOf(String toolName) {
        Tool tool = tools.get(toolName);
        return tool != null && tool.resultTrust() == Trust.TRUSTED
                ? Label.TRUSTED
                : Label.untrusted(Origin.of(Origin.Kind.TOOL, toolName));
    }

    private static Optional<ToolOutcome> outcome(String name) {
        for (ToolOutcome each : ToolOutcome.values()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
