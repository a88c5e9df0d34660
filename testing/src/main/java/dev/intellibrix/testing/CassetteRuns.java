package dev.intellibrix.testing;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.provider.ModelRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells apart the runs that ask one cassette, one after the other, and what of a request is new in its run. A run goes on when a
 * request extends its last one, or has its last answer in it, since a context policy may have rewritten what is older; a request
 * without any answer in it begins a run. Not thread-safe.
 */
final class CassetteRuns {

    private final List<Asked> runs = new ArrayList<>();

    /**
     * Where a request belongs.
     *
     * @param run the number of its run, from 1
     * @param from the index of its first message that is new in the run; 0 as well where the run was asked otherwise than with
     *     more messages behind the old ones
     */
    record Place(int run, int from) {}

    /** What a run has asked last, and what it was answered. */
    private static final class Asked {
        List<Message> messages;

        @Nullable Message answer;

        Asked(List<Message> messages) {
            this.messages = messages;
        }
    }

    /** Takes the next request. */
    Place next(ModelRequest request) {
        List<Message> messages = request.messages();
        int grown = latest(run -> hasGrown(run, messages));
        int run = grown >= 0 ? grown : latest(each -> isAskedAgain(each, messages) || isAnswered(each, messages));
        if (run < 0) {
            runs.add(new Asked(messages));
            return new Place(runs.size(), 0);
        }
        Asked asked = runs.get(run);
        int from = grown >= 0 ? asked.messages.size() + 1 : 0; // The answer is not new.
        asked.messages = messages;
        asked.answer = null;
        return new Place(run + 1, from);
    }

    /** Takes the answer to the last request of a run. */
    void answered(int run, Message answer) {
        runs.get(run - 1).answer = answer;
    }

    private int latest(Predicate<Asked> condition) {
        int run = runs.size() - 1;
        while (run >= 0 && !condition.test(runs.get(run))) {
            run--;
        }
        return run;
    }

    /** Whether this is what was not answered the time before. */
    private static boolean isAskedAgain(Asked run, List<Message> messages) {
        return run.answer == null && isStartOf(run.messages, messages);
    }

    /** Whether the newest answer in these messages is the run's last one. */
    private static boolean isAnswered(Asked run, List<Message> messages) {
        int last = lastAnswer(messages);
        return last >= 0 && run.answer != null && isSame(messages.get(last), run.answer);
    }

    /** Whether there is an answer behind what was asked before. */
    private static boolean hasGrown(Asked run, List<Message> messages) {
        return lastAnswer(messages) >= run.messages.size() && isStartOf(run.messages, messages);
    }

    private static boolean isStartOf(List<Message> start, List<Message> messages) {
        return messages.size() >= start.size()
                && messages.subList(0, start.size()).equals(start);
    }

    private static int lastAnswer(List<Message> messages) {
        int last = messages.size() - 1;
        while (last >= 0 && messages.get(last).role() != Role.ASSISTANT) {
            last--;
        }
        return last;
    }

    /** Labels and ids may change on the way. */
    private static boolean isSame(Message one, Message other) {
        return one.text().equals(other.text()) && calls(one).equals(calls(other));
    }

    private static List<String> calls(Message message) {
        return message.toolCalls().stream()
                .map(call -> call.toolName() + " " + call.arguments())
                .toList();
    }
}
