package dev.intellibrix.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.Map;
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
