package dev.intellibrix;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import java.util.List;

/** How a conversation stands to a suspended run of its own. */
enum Standing {
    /** Nothing was said there: the run was suspended in another process, without a common store. */
    EMPTY,
    /** It ends with the run's calls, which wait. */
    WAITING,
    /** It ends with the results of the run's calls, which do not wait any more. */
    CLOSED,
    /** It ends with anything else. */
    WENT_ON;

    /**
     * Compares what was said, and not how far it is trusted: a label may have been lost on the way.
     *
     * @param kept the conversation
     * @param said what the run has of it; the last message is the turn whose calls wait
     */
    static Standing of(List<Message> kept, List<Message> said) {
        if (kept.isEmpty()) {
            return EMPTY;
        }
        int more = kept.size() - said.size();
        if (more < 0 || more > 1 || !words(kept.subList(0, said.size())).equals(words(said))) {
            return WENT_ON;
        }
        if (more == 0) {
            return WAITING;
        }
        return isAnswered(said.get(said.size() - 1), kept.get(said.size())) ? CLOSED : WENT_ON;
    }

    private static boolean isAnswered(Message turn, Message next) {
        List<String> results =
                next.toolResults().stream().map(ToolResultPart::callId).toList();
        return results.equals(turn.toolCalls().stream().map(ToolCallPart::id).toList());
    }

    private record Words(Role role, String text, List<List<String>> calls, List<List<String>> results) {}

    private static List<Words> words(List<Message> messages) {
        return messages.stream()
                .map(message -> new Words(
                        message.role(),
                        message.text(),
                        message.toolCalls().stream()
                                .map(call -> List.of(call.id(), call.toolName(), call.arguments()))
                                .toList(),
                        message.toolResults().stream()
                                .map(result -> List.of(
                                        result.callId(), result.outcome().name(), result.text()))
                                .toList()))
                .toList();
    }
}
