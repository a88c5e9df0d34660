package dev.intellibrix.workspace;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.ToolProvider;
import java.util.Map;

/** One call of grep within a conversation of a given name. */
final class GrepConversation {

    private GrepConversation() {}

    static String call(ToolProvider tools, String conversation, Map<String, ?> input) {
        MockProvider model = MockProvider.of(MockTurn.call("grep", input), MockTurn.text("done"));
        Intelligence intelligence = new Intelligence(IntelligenceOptions.builder()
                .provider(model)
                .model("scripted")
                .tools(tools)
                .build());
        return intelligence.conversation(conversation).ask("go").messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .map(ToolResultPart::text)
                .reduce((first, second) -> second)
                .orElseThrow();
    }
}
