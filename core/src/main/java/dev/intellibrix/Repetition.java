package dev.intellibrix;

import dev.intellibrix.internal.gate.Notes;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Notices a call that is made with the same result in step after step. */
final class Repetition {

    /** So many steps in a row make a loop. */
    static final int LIMIT = 3;

    private static final String NUDGE = Notes.ofRepetition(LIMIT);

    private record Call(String toolName, String arguments) {
        static Call of(ToolCallPart part) {
            return new Call(part.toolName(), part.arguments());
        }
    }

    private record Seen(String result, int times) {}

    private Map<Call, Seen> lastStep = Map.of();

    /**
     * Takes in the calls of a step with their results, which are in the order of the calls.
     *
     * @return the results, with a nudge on each that completes a loop
     */
    List<ToolResultPart> record(List<ToolCallPart> calls, List<ToolResultPart> results) {
        Map<Call, Seen> step = new HashMap<>();
        List<ToolResultPart> nudged = new ArrayList<>(results);
        for (int i = 0; i < calls.size(); i++) {
            Call call = Call.of(calls.get(i));
            Seen before = lastStep.get(call);
            String result = results.get(i).text();
            int times = before != null && before.result().equals(result) ? before.times() + 1 : 1;
            step.put(call, new Seen(result, times));
            if (times == LIMIT) {
                nudged.set(i, results.get(i).withText(result + NUDGE));
            }
        }
        lastStep = step;
        return nudged;
    }

    /** How often in a row each of these calls, those of the last step, has given its result. */
    List<Integer> times(List<ToolCallPart> calls) {
        return calls.stream()
                .map(call ->
                        lastStep.getOrDefault(Call.of(call), new Seen("", 1)).times())
                .toList();
    }

    /** Goes on from the last step of a run that was suspended; with its results as they were recorded. */
    void restore(List<ToolCallPart> calls, List<ToolResultPart> results, List<Integer> times) {
        Map<Call, Seen> step = new HashMap<>();
        for (int i = 0; i < calls.size(); i++) {
            String text = results.get(i).text();
            String result = text.endsWith(NUDGE) ? text.substring(0, text.length() - NUDGE.length()) : text;
            step.put(Call.of(calls.get(i)), new Seen(result, times.get(i)));
        }
        lastStep = step;
    }

    /** Whether this call has given the same result in the last steps, as often as makes a loop. */
    boolean isLoop(ToolCallPart call) {
        Seen seen = lastStep.get(Call.of(call));
        return seen != null && seen.times() >= LIMIT;
    }
}
