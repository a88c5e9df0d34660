package dev.intellibrix.testing;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.anthropic.AnthropicProvider;
import java.util.ArrayList;
import java.util.List;

class AnthropicProviderContractTest extends HttpProviderContract {

    private static final String START = "{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\","
            + "\"role\":\"assistant\",\"content\":[],\"model\":\"m\",\"usage\":{\"input_tokens\":3,\"output_tokens\":1}}}";

    @Override
    Provider at(String address) {
        return AnthropicProvider.builder().baseUrl(address).apiKey("key").build();
    }

    @Override
    List<String> textEvents(List<String> pieces) {
        List<String> events = new ArrayList<>(List.of(START, begin(0, "{\"type\":\"text\",\"text\":\"\"}")));
        pieces.forEach(piece -> events.add(delta(0, "{\"type\":\"text_delta\",\"text\":" + quoted(piece) + "}")));
        return events;
    }

    @Override
    List<String> callEvents(List<Call> calls) {
        List<String> events = new ArrayList<>(List.of(START));
        for (int i = 0; i < calls.size(); i++) {
            events.add(begin(
                    i,
                    "{\"type\":\"tool_use\",\"id\":\"toolu_" + i + "\",\"name\":\""
                            + calls.get(i).toolName() + "\",\"input\":{}}"));
            for (String piece : halves(Json.write(calls.get(i).input()))) {
                events.add(delta(i, "{\"type\":\"input_json_delta\",\"partial_json\":" + quoted(piece) + "}"));
            }
            events.add(end(i));
        }
        events.addAll(stop("tool_use"));
        return events;
    }

    @Override
    List<String> endEvents() {
        List<String> events = new ArrayList<>(List.of(end(0)));
        events.addAll(stop("end_turn"));
        return events;
    }

    private static String begin(int index, String block) {
        return "{\"type\":\"content_block_start\",\"index\":" + index + ",\"content_block\":" + block + "}";
    }

    private static String delta(int index, String delta) {
        return "{\"type\":\"content_block_delta\",\"index\":" + index + ",\"delta\":" + delta + "}";
    }

    private static String end(int index) {
        return "{\"type\":\"content_block_stop\",\"index\":" + index + "}";
    }

    private static List<String> stop(String reason) {
        return List.of(
                "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + reason
                        + "\"},\"usage\":{\"output_tokens\":5}}",
                "{\"type\":\"message_stop\"}");
    }
}
