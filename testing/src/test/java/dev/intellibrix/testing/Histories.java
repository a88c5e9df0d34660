package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import java.util.List;

/** What holds for every history that a provider takes. */
final class Histories {

    private Histories() {}

    /** Each turn with calls is followed by one result for each, in call order. */
    static void assertValid(List<Message> messages) {
        for (int i = 0; i < messages.size(); i++) {
            List<String> calls =
                    messages.get(i).toolCalls().stream().map(ToolCallPart::id).toList();
            if (!calls.isEmpty()) {
                assertThat(i + 1).as("a call without results").isLessThan(messages.size());
                assertThat(messages.get(i + 1).toolResults())
                        .extracting(ToolResultPart::callId)
                        .containsExactlyElementsOf(calls);
            }
        }
    }
}
