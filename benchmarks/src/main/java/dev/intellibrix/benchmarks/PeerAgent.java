package dev.intellibrix.benchmarks;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An agent of LangChain4j that does the same as {@link OurAgent}. */
final class PeerAgent {

    interface Assistant {
        @SystemMessage("You look things up.")
        String ask(String text);
    }

    static final class LookupTool {
        @Tool(name = "lookup", value = "Looks something up")
        String lookup(@P(name = "key", value = "What to look up") String key, @P(name = "count") int count) {
            return Work.found(key);
        }
    }

    static final class WaitingTool {
        @Tool(name = "lookup", value = "Looks something up")
        String lookup(@P(name = "key", value = "What to look up") String key, @P(name = "count") int count)
                throws InterruptedException {
            return Work.waited(key);
        }
    }

    private final Assistant assistant;
    private final Optional<ChatMemory> memory;

    private PeerAgent(AiServices<Assistant> services, Optional<ChatMemory> memory) {
        memory.ifPresent(services::chatMemory);
        this.assistant = services.build();
        this.memory = memory;
    }

    /** An agent without a memory that takes this many steps with a tool, each with so many calls, before its answer. */
    static PeerAgent looking(int steps, int callsInStep) {
        return new PeerAgent(services(new Script(steps, callsInStep), new LookupTool()), Optional.empty());
    }

    /** The same with a memory that holds all messages of a run. */
    static PeerAgent remembering(int steps) {
        return new PeerAgent(
                services(new Script(steps, 1), new LookupTool()),
                Optional.of(MessageWindowChatMemory.withMaxMessages(2 * steps + 10)));
    }

    /** The same with a tool that waits, its calls at once. */
    static PeerAgent waiting(int callsInStep) {
        return new PeerAgent(
                services(new Script(1, callsInStep), new WaitingTool()).executeToolsConcurrently(), Optional.empty());
    }

    private static AiServices<Assistant> services(Script script, Object tool) {
        return AiServices.builder(Assistant.class)
                .chatModel(script)
                .tools(tool)
                .maxToolCallingRoundTrips(Integer.MAX_VALUE);
    }

    String ask() {
        memory.ifPresent(ChatMemory::clear);
        return assistant.ask("Look it all up");
    }

    private static final class Script implements ChatModel {

        private final int steps;
        private final int callsInStep;
        private int asked;

        Script(int steps, int callsInStep) {
            this.steps = steps;
            this.callsInStep = callsInStep;
        }

        @Override
        public ChatResponse doChat(ChatRequest request) {
            if (asked == steps) {
                asked = 0;
                return answer(AiMessage.from("done"));
            }
            asked++;
            List<ToolExecutionRequest> calls = new ArrayList<>(callsInStep);
            for (int i = 0; i < callsInStep; i++) {
                calls.add(ToolExecutionRequest.builder()
                        .id("call_" + asked + "_" + i)
                        .name("lookup")
                        .arguments(Work.arguments(asked, i))
                        .build());
            }
            return answer(AiMessage.from(calls));
        }

        private static ChatResponse answer(AiMessage message) {
            return ChatResponse.builder().aiMessage(message).build();
        }
    }
}
