package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.tool.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassetteTest {

    record Add(int a, int b) {}

    @TempDir
    Path folder;

    private Path file = Path.of("");

    @BeforeEach
    void record() {
        file = folder.resolve("add.json");
        MockProvider model = MockProvider.of(
                MockTurn.call("add", Map.of("a", 1, "b", 2)).withUsage(Usage.of(7, 3)), MockTurn.text("It is 3."));
        agent(Cassette.record(file, model), "Adds two numbers").ask("What is 1 + 2?");
    }

    private static Intelligence agent(Provider provider, String description) {
        Tool add = Tool.define("add", Add.class)
                .description(description)
                .execute((input, context) -> input.a() + input.b());
        return new Intelligence(IntelligenceOptions.builder()
                .provider(provider)
                .model("small")
                .tools(add)
                .build());
    }

    @Test
    void aRequestThatDoesNotFitIsNotForgottenWhenTheCodeUnderTestCatchesIt() {
        Cassette cassette = Cassette.play(file);
        agent(cassette, "Adds two numbers").ask("What is 1 + 2?");
        try {
            agent(cassette, "Adds two numbers").ask("And 3?");
        } catch (Throwable e) {
            assertThat(e).hasStackTraceContaining("asked once more");
        }

        assertThatThrownBy(cassette::assertDone)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the model was asked once more");
    }

    @Test
    void aFileWithoutTurnsIsNoRecording() throws Exception {
        Files.writeString(file, "{\"version\": 1, \"provider\": \"mock\"}");

        assertThatThrownBy(() -> Cassette.play(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no turns");
    }

    @Test
    void aSecretThatIsStreamedInPiecesOrStandsInAToolIsNotWritten() throws Exception {
        Provider pieces = new Provider() {
            @Override
            public String id() {
                return "pieces";
            }

            @Override
            public ModelResponse generate(ModelRequest request, StreamSink sink) {
                sink.text("It is hunt");
                sink.text("er-22");
                sink.reasoning("fine");
                return new ModelResponse(
                        Message.assistant(List.of(TextPart.of("It is hunter-22", Label.untrusted()))),
                        FinishReason.STOP,
                        Optional.empty(),
                        request.model());
            }
        };
        Cassette cassette = Cassette.record(file, pieces).redacting(text -> text.replace("hunter-22", "[secret]"));
        agent(cassette, "Adds with hunter-22").ask("Which?");

        assertThat(Files.readString(file))
                .contains("\"text\" : \"It is [secret]\"")
                .doesNotContain("er-22");
        Cassette playing = Cassette.play(file).redacting(text -> text.replace("hunter-22", "[secret]"));
        assertThat(agent(playing, "Adds with hunter-22").ask("Which?").text()).isEqualTo("It is [secret]");
    }

    @Test
    void aRecordingPlaysTheSameRun() {
        Cassette cassette = Cassette.play(file);
        RunResult run = agent(cassette, "Adds two numbers").ask("What is 1 + 2?");

        assertThat(run.text()).isEqualTo("It is 3.");
        assertThat(run.usage().totalTokens()).isEqualTo(10);
        cassette.assertDone();
    }

    @Test
    void aPersonCanReadIt() throws Exception {
        assertThat(Files.readString(file))
                .contains("\"user text: What is 1 + 2?\"")
                .contains("\"tool result of add (succeeded): 3\"")
                .doesNotContain("label");
    }

    @Test
    void g1AChangedWordFailsWithTheFirstDifference() {
        assertThatThrownBy(() -> agent(Cassette.play(file), "Adds two numbers").ask("What is 1 + 3?"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("turn 1: new message part 1")
                .hasMessageContaining("recorded: user text: What is 1 + 2?")
                .hasMessageContaining("now:      user text: What is 1 + 3?");
    }

    @Test
    void g1AChangedToolFails() {
        assertThatThrownBy(() -> agent(Cassette.play(file), "Adds numbers").ask("What is 1 + 2?"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("tool 1 differs");
    }

    @Test
    void aTurnTooManyFails() {
        Cassette cassette = Cassette.play(file);
        agent(cassette, "Adds two numbers").ask("What is 1 + 2?");

        assertThatThrownBy(() -> agent(cassette, "Adds two numbers").ask("What is 1 + 2?"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("has 2 turns");
    }

    @Test
    void aFailureIsPlayedAsAFailure() {
        Path broken = folder.resolve("broken.json");
        MockProvider model = MockProvider.of(MockTurn.failure(ProviderException.builder("cut off")
                .status(200)
                .partialText("It")
                .build()));
        assertThatThrownBy(() -> agent(Cassette.record(broken, model), "Adds").ask("go"))
                .isInstanceOf(ProviderException.class);

        assertThatThrownBy(() -> agent(Cassette.play(broken), "Adds").ask("go"))
                .isInstanceOfSatisfying(
                        ProviderException.class,
                        e -> assertThat(e.partialText()).isEqualTo("It"));
    }

    @Test
    void whatIsRedactedIsNotWritten() throws Exception {
        Path clean = folder.resolve("clean.json");
        Cassette recording = Cassette.record(clean, MockProvider.of(MockTurn.text("ok")))
                .redacting(text -> text.replace("hunter2", "***"));
        agent(recording, "Adds").ask("my password is hunter2");

        assertThat(Files.readString(clean)).contains("***").doesNotContain("hunter2");
    }

    @Test
    void whatLooksLikeAKeyIsNeverWritten() throws Exception {
        Path clean = folder.resolve("keys.json");
        String key = "sk-" + "abcdefghijklmnopqrstuvwxyz";
        agent(Cassette.record(clean, MockProvider.of(MockTurn.text("kept " + key))), "Adds")
                .ask("my key is " + key);

        assertThat(Files.readString(clean)).contains("my key is [secret]").doesNotContain(key);
        assertThat(agent(Cassette.play(clean), "Adds").ask("my key is " + key).text())
                .isEqualTo("kept [secret]");
    }

    @Test
    void aStreamPlaysPieceByPieceAndWithItsTimesWhenAsked() throws Exception {
        String text = Files.readString(file)
                .replace("\"text\" : \"It is 3.\"\n", "\"text\" : \"It is 3.\", \"afterMs\" : 86400000\n");
        Path slow = Files.writeString(folder.resolve("slow.json"), text);
        List<String> pieces = new CopyOnWriteArrayList<>();
        Provider quick = Cassette.play(slow);
        assertThat(agent(quick, "Adds two numbers").ask("What is 1 + 2?").text())
                .isEqualTo("It is 3.");

        Run run = new Intelligence(agent(Cassette.play(slow).inRealTime(), "Adds two numbers").options().toBuilder()
                        .onRunEvent(event -> pieces.add(event.type()))
                        .limits(Limits.builder()
                                .maxRunTime(Duration.ofSeconds(3))
                                .build())
                        .build())
                .start(Message.user("What is 1 + 2?"));

        assertThat(run.await().stopReason()).isEqualTo(StopReason.TIME_LIMIT);
        assertThat(pieces).doesNotContain("text:delta").containsOnlyOnce("tool:finished");
    }

    @Test
    void aFileThatIsNotThereIsSaidToBeMissing() {
        assertThatThrownBy(() -> Cassette.play(folder.resolve("none.json")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("there is no recording ")
                .hasMessageEndingWith("none.json");
    }

    @Test
    void anotherFileIsNoRecording() throws Exception {
        Path other = Files.writeString(folder.resolve("other.json"), "{}");

        assertThatThrownBy(() -> Cassette.play(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("other.json");
    }
}
