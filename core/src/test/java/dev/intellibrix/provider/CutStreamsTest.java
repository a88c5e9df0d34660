package dev.intellibrix.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.wire.ScriptedServer;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A stream that ends early, without any sign of it but its end. */
@Timeout(300)
class CutStreamsTest {

    @ParameterizedTest
    @EnumSource(Api.class)
    void whereverAStreamIsCutThereIsTheWholeTurnOrNone(Api api) throws Exception {
        try (ScriptedServer<?> server = api.open()) {
            server.calls("add", "{'a':1,'b':22}", "add", "{'a':'x !} y','b':4}");
            String stream = streamOf(server);
            server.rawEvents(stream);
            List<String> whole = callsOf(server.ask());
            assertThat(whole).hasSize(2);

            int turns = 0;
            for (int cut = 0; cut < stream.length(); cut += cut < stream.length() - 60 ? 11 : 1) {
                server.rawEvents(stream.substring(0, cut));
                try {
                    assertThat(callsOf(server.ask())).as("cut at %d", cut).isEqualTo(whole);
                    turns++;
                } catch (ProviderException e) {
                    assertThat(e.isRetryable())
                            .as("cut at %d: %s", cut, e.getMessage())
                            .isTrue();
                    assertThat(turns)
                            .as("cut at %d, after a cut that left the turn whole: %s", cut, e.getMessage())
                            .isZero();
                }
            }
            assertThat(turns).as("cuts behind the end of the turn").isPositive();
        }
    }

    private static String streamOf(ScriptedServer<?> server) throws Exception {
        try (InputStream body = server.mock().url("/").url().openStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> callsOf(ModelResponse response) {
        return response.message().toolCalls().stream()
                .map((ToolCallPart call) -> call.toolName() + call.arguments())
                .toList();
    }
}
