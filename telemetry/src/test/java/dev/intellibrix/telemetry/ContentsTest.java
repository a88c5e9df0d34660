package dev.intellibrix.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was said is told to nobody, unless that is asked for. */
@Timeout(120)
class ContentsTest {

    private static final String SECRET = "secret";

    private final Recording recording = new Recording();

    private void run(Telemetry telemetry) {
        Tool failing = Tool.define("fail", "{\"type\":\"object\"}")
                .description("Fails")
                .execute((input, context) -> {
                    throw new IllegalStateException("secret-of-exception");
                });
        IntelligenceOptions agent = Agents.agent(
                        telemetry,
                        Agents.read("secret-path.txt"),
                        Agents.write("secret-note"),
                        MockTurn.call("fail", Map.of("x", "secret-argument")),
                        MockTurn.call("secret_tool_of_the_model", Map.of()),
                        MockTurn.rawCall("another_secret_tool", "{secret"),
                        MockTurn.rawCall("read_page", "{\"path\": 7, \"secret\": 1}"),
                        MockTurn.text("secret-answer").withUsage(Usage.of(3, 4)))
                .tools(failing)
                .system("secret-system")
                .onToolApproval(call -> ApprovalDecision.deny("secret-reason"))
                .build();
        new Intelligence(agent).ask("secret-question");
    }

    @Test
    void withoutAskingForItNothingThatWasSaidIsTold() {
        run(Telemetry.of(recording.openTelemetry()));

        assertThat(recording.spans()).hasSizeGreaterThan(10);
        assertThat(recording.spans().toString()).doesNotContain(SECRET);
        assertThat(recording.metrics().toString()).doesNotContain(SECRET);
        assertThat(recording.only("execute_tool fail").getAttributes().get(Keys.ERROR_TYPE))
                .isEqualTo("java.lang.IllegalStateException");
        assertThat(recording.named("execute_tool")).hasSize(2); // Those that no tool has the name of.
        assertThat(recording.named("execute_tool read_page"))
                .extracting(call -> call.getAttributes().get(Keys.OUTCOME))
                .containsExactly("succeeded", "invalid_input");
    }

    /** Where a server lets the model write the ids of its calls, it can write anything; and what a server calls its model is long. */
    @Test
    void neitherIdsNorNamesOfModelsTellWhatWasSaid() {
        Provider model = new Provider() {
            @Override
            public String id() {
                return "model";
            }

            @Override
            public ModelResponse generate(ModelRequest request, StreamSink sink) {
                boolean isFirst = request.messages().size() == 1;
                Part said = isFirst
                        ? ToolCallPart.of("the key is secret", "read_page", "{\"path\":\"a\"}")
                        : TextPart.of("done", Label.untrusted());
                return new ModelResponse(
                        Message.assistant(List.of(said)), FinishReason.STOP, Optional.empty(), "m".repeat(100_000));
            }
        };
        new Intelligence(IntelligenceOptions.builder()
                        .provider(model)
                        .tools(Agents.reader())
                        .onRunEvent(Telemetry.of(recording.openTelemetry()))
                        .build())
                .ask("go");

        assertThat(recording.spans().toString()).doesNotContain(SECRET);
        assertThat(recording.only("execute_tool read_page").getAttributes().get(Keys.CALL_ID))
                .isNull();
        assertThat(recording.named("chat"))
                .hasSize(2)
                .allMatch(call -> call.getAttributes().get(Keys.RESPONSE_MODEL).length() == 128);
        assertThat(recording.metrics().toString()).hasSizeLessThan(100_000);
    }

    @Test
    void whereItIsAskedForContentsAreTold() {
        run(Telemetry.builder(recording.openTelemetry()).contents(true).build());

        SpanData read = recording.named("execute_tool read_page").get(0);
        assertThat(read.getAttributes().get(Keys.ARGUMENTS)).isEqualTo("{\"path\":\"secret-path.txt\"}");
        assertThat(read.getAttributes().get(Keys.RESULT)).contains("secret-of-page");
        SpanData write = recording.only("execute_tool write_note");
        assertThat(write.getAttributes().get(Keys.REASON)).isEqualTo("secret-reason");
        assertThat(write.getAttributes().get(Keys.ORIGINS)).contains("file secret-path.txt");
        assertThat(recording.only("execute_tool fail").getStatus().getDescription())
                .isEqualTo("secret-of-exception");
        assertThat(recording.only("invoke_agent").getAttributes().get(Keys.OUTPUT_MESSAGES))
                .contains("\"content\":\"secret-answer\"")
                .contains("\"role\":\"assistant\"")
                .contains("\"finish_reason\":\"stop\"");
    }

    @Test
    void aLongTextIsCutAndTheCutIsSaid() {
        String half = "\uD83D\uDE00".repeat(Contents.MAX_CHARS);
        String cut = Contents.bounded("x" + half);

        assertThat(cut).startsWith("x\uD83D\uDE00").endsWith("... (cut: 7999 of 16001 characters)");
        assertThat(cut.codePoints()).noneMatch(point -> point >= 0xD800 && point <= 0xDFFF);
        assertThat(Contents.bounded("short")).isEqualTo("short");
    }

    @Test
    void callsOfAToolThatIsKnownByNowAreNamedFromTheirStart() {
        Telemetry telemetry = Telemetry.of(recording.openTelemetry());
        new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(Agents.read("a"), Agents.read("b"), MockTurn.text("done")))
                        .tools(Agents.reader())
                        .onRunEvent(telemetry)
                        .build())
                .ask("go");

        assertThat(recording.named("execute_tool read_page"))
                .extracting(call -> call.getAttributes().get(Keys.TOOL))
                .containsExactly("read_page", "read_page");
    }
}
