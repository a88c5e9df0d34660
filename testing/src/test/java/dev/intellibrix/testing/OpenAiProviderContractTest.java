package dev.intellibrix.testing;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.openai.OpenAiProvider;
import java.util.ArrayList;
import java.util.List;

class OpenAiProviderContractTest extends HttpProviderContract {

    @Override
    Provider at(String address) {
        return OpenAiProvider.builder().baseUrl(address).apiKey("key").build();
    }

    @Override
    List<String> textEvents(List<String> pieces) {
        return pieces.stream()
                .map(piece -> choice("{\"content\":" + quoted(piece) + "}", "null"))
                .toList();
    }

    @Override
    List<String> callEvents(List<Call> calls) {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            List<String> arguments = halves(Json.write(calls.get(i).input()));
            events.add(choice(
                    "{\"tool_calls\":[{\"index\":" + i + ",\"id\":\"call_" + i
                            + "\",\"type\":\"function\",\"function\":{\"name\":\""
                            + calls.get(i).toolName()
                            + "\",\"arguments\":" + quoted(arguments.get(0)) + "}}]}",
                    "null"));
            events.add(choice(
                    "{\"tool_calls\":[{\"index\":" + i + ",\"function\":{\"arguments\":" + quoted(arguments.get(1))
                            + "}}]}",
                    "null"));
        }
        events.add(choice("{}", "\"tool_calls\""));
        events.add("[DONE]");
        return events;
    }

    @Override
    List<String> endEvents() {
        return List.of(choice("{}", "\"stop\""), "[DONE]");
    }

    private static String choice(String delta, String finishReason) {
        return "{\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + finishReason
                + "}]}";
    }
}
