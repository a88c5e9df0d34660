package dev.intellibrix.testing;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.gemini.GeminiProvider;
import java.util.ArrayList;
import java.util.List;

class GeminiProviderContractTest extends HttpProviderContract {

    @Override
    Provider at(String address) {
        return GeminiProvider.builder().baseUrl(address).apiKey("key").build();
    }

    @Override
    List<String> textEvents(List<String> pieces) {
        return pieces.stream()
                .map(piece -> candidate("{\"text\":" + quoted(piece) + "}", ""))
                .toList();
    }

    @Override
    List<String> callEvents(List<Call> calls) {
        List<String> parts = new ArrayList<>();
        for (Call call : calls) {
            parts.add("{\"functionCall\":{\"name\":\"" + call.toolName() + "\",\"args\":" + Json.write(call.input())
                    + "}}");
        }
        return List.of(candidate(String.join(",", parts), ",\"finishReason\":\"STOP\""));
    }

    @Override
    List<String> endEvents() {
        return List.of(candidate("", ",\"finishReason\":\"STOP\""));
    }

    private static String candidate(String parts, String end) {
        return "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[" + parts + "]},\"index\":0" + end
                + "}],\"modelVersion\":\"m\"}";
    }
}
