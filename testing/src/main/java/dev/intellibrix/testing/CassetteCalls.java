package dev.intellibrix.testing;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Tool;
import java.util.ArrayList;
import java.util.HashMap;
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
    private static final String ANSWER = "assistant ";
    private static final String ANSWERED = "tool result of ";
    private static final Pattern RESULT = Pattern.compile(" \\(([a-z_]+)\\): (.*)", Pattern.DOTALL);

    private final Map<String, Tool> tools;
    private final List<RecordedCall> calls = new ArrayList<>();
    private final Map<Integer, State> runs = new HashMap<>();

    /** Of one run. */
    private static final class State {
        List<ToolCallPart> open = List.of();
        List<TextPart> said = List.of();
        Label label = Label.TRUSTED;
        List<String> failedLines = List.of();
    }

    private CassetteCalls(Map<String, Tool> tools) {
        this.tools = tools;
    }

    static List<RecordedCall> in(List<CassetteTurn> turns, Map<String, Tool> tools) {
        CassetteCalls reader = new CassetteCalls(tools);
        for (int i = 0; i < turns.size(); i++) {
            try {
                reader.turn(turns.get(i));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("turn " + (i + 1) + " of the recording: " + e.getMessage(), e);
            }
        }
        return List.copyOf(reader.calls);
    }

    private void turn(CassetteTurn turn) {
        List<String> lines = turn.request().newMessages();
        List<String> added = behindTheLastAnswer(lines);
        State run = runs.get(turn.request().run());
        if (run == null || (turn.request().run() == 0 && beginsUnmarked(lines, run))) {
            if (lines.stream().anyMatch(line -> line.startsWith(ANSWERED))) {
                throw new IllegalArgumentException(
                        "a run begins with results of calls that are not in the recording, so"
                                + " what it has read, and with it the trust of its calls, is not known");
            }
            run = new State();
            runs.put(turn.request().run(), run);
        }
        asked(run, isStartOf(run.failedLines, added) ? added.subList(run.failedLines.size(), added.size()) : added);
        run.failedLines = turn.response() == null ? added : List.of();
        run.open =
                turn.response() == null ? List.of() : turn.response().message().toolCalls();
    }

    /** Whether a turn of a recording of version 1 begins a run. */
    private static boolean beginsUnmarked(List<String> lines, State before) {
        String first = lines.isEmpty() ? "" : lines.get(0);
        if (first.startsWith(BEGIN)) {
            return true;
        }
        if (before.open.isEmpty()) {
            throw new IllegalArgumentException("it may begin a run or go on with the one before, which a recording of"
                    + " version 1 does not say, and the trust of its calls depends on it; record it again");
        }
        return !first.startsWith(ANSWERED);
    }

    /** A request that does not only add to the one before is written down whole. */
    private static List<String> behindTheLastAnswer(List<String> lines) {
        int from = lines.size();
        while (from > 0 && !lines.get(from - 1).startsWith(ANSWER)) {
            from--;
        }
        return lines.subList(from, lines.size());
    }

    private static boolean isStartOf(List<String> start, List<String> lines) {
        return lines.size() >= start.size() && lines.subList(0, start.size()).equals(start);
    }

    private void asked(State run, List<String> lines) {
        int next = 0;
        Label before = run.label;
        for (String line : lines) {
            if (line.startsWith(ANSWERED)) {
                if (next == run.open.size()) {
                    throw new IllegalArgumentException("there is a result without a call: " + RunListing.shown(line));
                }
                result(run, run.open.get(next++), before, line);
            } else if (line.startsWith(SAID)) {
                run.said = Stream.concat(
                                run.said.stream(), Stream.of(TextPart.of(line.substring(SAID.length()), Label.TRUSTED)))
                        .toList();
            }
        }
        if (next < run.open.size()) {
            throw new IllegalArgumentException("there is no result of a call of "
                    + RunListing.shown(run.open.get(next).toolName()));
        }
    }

    /** The name is the model's and may be any text, so it is not looked for but expected. */
    private void result(State run, ToolCallPart call, Label before, String line) {
        String start = ANSWERED + call.toolName();
        Matcher result = RESULT.matcher(line.startsWith(start) ? line.substring(start.length()) : "");
        if (!result.matches()) {
            throw new IllegalArgumentException("there should be the result of a call of "
                    + RunListing.shown(call.toolName()) + ", but there is: " + RunListing.shown(line));
        }
        Optional<ToolOutcome> outcome = outcome(result.group(1));
        calls.add(new RecordedCall(
                List.of(),
                call.id(),
                call.toolName(),
                call.arguments(),
                before,
                run.said,
                Optional.empty(),
                outcome.flatMap(each -> Decided.of(each, result.group(2)))));
        if (outcome.isEmpty() || Decided.ran(outcome.get())) {
            run.label = run.label.join(labelOf(call.toolName()));
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
