package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.ProviderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests that use cassettes, and looks at how they end. */
@Execution(ExecutionMode.SAME_THREAD)
class UseCassetteTest {

    private static final String FOLDER = "target/cassettes-of-tests";
    private static final Path FILE = Path.of(FOLDER, "Sample", "asksOnce.json");
    private static final String KEY = "sk-" + "abcdefghijklmnopqrstuvwxyz";

    /** Whom the samples ask when they record. */
    static final class Source implements CassetteSource {
        @Override
        public Provider provider() {
            return MockProvider.of(MockTurn.text("It is 3, and my key is " + KEY), MockTurn.text("It is 4."));
        }

        @Override
        public String redacted(String text) {
            return text.replaceAll("tmp[0-9]+", "tmp");
        }
    }

    /** What is recorded and played. */
    static class Sample {
        static String question = "";
        static int times;
        static boolean fails;

        @Test
        @UseCassette(folder = FOLDER, source = Source.class)
        void asksOnce(Provider model) {
            Intelligence agent = new Intelligence(
                    IntelligenceOptions.builder().provider(model).model("small").build());
            for (int i = 0; i < times; i++) {
                assertThat(agent.ask(question).text()).startsWith("It is ");
            }
            assertThat(fails).as("told to fail").isFalse();
        }

        @Test
        @UseCassette(value = "none/at_all", folder = FOLDER)
        void hasNobodyToAsk(Cassette model) {
            assertThat(model).isNotNull();
        }

        @Test
        @UseCassette(folder = FOLDER)
        void takesNoModel() {
            assertThat(times).isPositive();
        }

        @Test
        @UseCassette(folder = FOLDER, source = Source.class)
        void overloaded(Provider model) {
            assertThat(model).isNotNull();
        }

        @Test
        @UseCassette(folder = FOLDER, source = Source.class)
        void overloaded(Cassette model) {
            assertThat(model).isNotNull();
        }

        @RepeatedTest(2)
        @UseCassette(value = "each/time", folder = FOLDER, source = Source.class)
        void asksTwice(RepetitionInfo repetition, Provider model) {
            Intelligence agent = new Intelligence(
                    IntelligenceOptions.builder().provider(model).model("small").build());
            assertThat(agent.ask("Question " + repetition.getCurrentRepetition())
                            .text())
                    .startsWith("It is ");
        }

        @Test
        @UseCassette(value = "../outside", folder = FOLDER)
        void leavesTheFolder(Provider model) {
            assertThat(model).isNotNull();
        }
    }

    @BeforeEach
    void start() throws IOException {
        Files.deleteIfExists(FILE);
        Sample.question = "What is 1 + 2?";
        Sample.times = 1;
        Sample.fails = false;
    }

    /** Why the sample failed; empty when it passed. */
    private static Optional<Throwable> run(String method, Map<String, String> parameters) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(Sample.class.getName() + "#" + method))
                .configurationParameters(parameters)
                .build();
        List<TestExecutionResult> ends = new ArrayList<>();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                    ends.add(result);
                }
            }
        });
        assertThat(ends).as("the sample ran").isNotEmpty();
        return ends.stream().flatMap(end -> end.getThrowable().stream()).findFirst();
    }

    private static Optional<Throwable> play() {
        return run("asksOnce(dev.intellibrix.provider.Provider)", Map.of());
    }

    private static void record() {
        assertThat(run("asksOnce(dev.intellibrix.provider.Provider)", Map.of(UseCassette.MODE, "record-in-ci")))
                .isEmpty();
    }

    @Test
    void whatWasRecordedIsPlayed() {
        record();

        assertThat(FILE).isRegularFile();
        assertThat(play()).isEmpty();
    }

    @Test
    void aMissingRecordingSaysHowItIsMade() {
        assertThat(play().orElseThrow())
                .hasMessageContaining("there is no recording " + FILE)
                .hasMessageContaining("-Dintellibrix.cassettes=record");
        assertThat(FILE).doesNotExist();
    }

    @Test
    void aChangedQuestionFails() {
        record();
        Sample.question = "What is 1 + 3?";

        assertThat(play().orElseThrow()).hasMessageContaining("recorded: user text: What is 1 + 2?");
    }

    @Test
    void turnsThatAreLeftFailATestThatPassedOtherwise() {
        Sample.times = 2;
        record();
        Sample.times = 1;

        assertThat(play().orElseThrow()).hasMessageContaining("only 1 of 2 recorded turns were asked for");
    }

    @Test
    void aTestThatFailsAnywayTellsItsOwnReason() {
        Sample.times = 2;
        record();
        Sample.times = 0;
        Sample.fails = true;

        assertThat(play().orElseThrow()).hasMessageContaining("told to fail").hasNoSuppressedExceptions();
    }

    @Test
    void whatHasTheShapeOfAKeyIsNotWrittenAndWhatDiffersFromRunToRunIsRedacted() throws IOException {
        Sample.question = "What is in tmp17 with " + KEY + "?";
        record();

        assertThat(Files.readString(FILE))
                .contains("What is in tmp with [secret]?")
                .contains("my key is [secret]")
                .doesNotContain(KEY);
        Sample.question = "What is in tmp42 with " + KEY + "?";
        assertThat(play()).isEmpty();
    }

    @Test
    void aTestWithoutASourceCanNotRecord() {
        assertThat(run("hasNobodyToAsk(dev.intellibrix.testing.Cassette)", Map.of(UseCassette.MODE, "record-in-ci"))
                        .orElseThrow())
                .hasStackTraceContaining("this test can not record: name whom to ask, with source in @UseCassette");
    }

    @Test
    void aNameThatLeavesTheFolderIsRefused() {
        assertThat(run("leavesTheFolder(dev.intellibrix.provider.Provider)", Map.of())
                        .orElseThrow())
                .hasMessageContaining("the name of a cassette");
    }

    @Test
    void aTestThatTakesNoModelSaysSo() {
        assertThat(run("takesNoModel()", Map.of()).orElseThrow())
                .hasMessageContaining("takesNoModel() does nothing")
                .hasMessageContaining("give the test a parameter of the type Provider or Cassette");
    }

    @Test
    void testsOfOneNameDoNotShareARecordingUnawares() {
        assertThat(run("overloaded(dev.intellibrix.testing.Cassette)", Map.of(UseCassette.MODE, "record-in-ci"))
                        .orElseThrow())
                .hasMessageContaining("two tests named overloaded")
                .hasMessageContaining("name it with @UseCassette(\"...\")");
    }

    @Test
    void eachInvocationOfATestHasARecordingOfItsOwn() throws IOException {
        String twice = "asksTwice(org.junit.jupiter.api.RepetitionInfo, dev.intellibrix.provider.Provider)";

        assertThat(run(twice, Map.of(UseCassette.MODE, "record-in-ci"))).isEmpty();

        assertThat(Files.readString(Path.of(FOLDER, "each", "time-1.json"))).contains("Question 1");
        assertThat(Files.readString(Path.of(FOLDER, "each", "time-2.json"))).contains("Question 2");
        assertThat(run(twice, Map.of())).isEmpty();
    }

    @Test
    void anUnknownModeIsRefused() {
        assertThat(run("asksOnce(dev.intellibrix.provider.Provider)", Map.of(UseCassette.MODE, "rec"))
                        .orElseThrow())
                .hasMessageContaining("must be play, record or record-in-ci, but is \"rec\"");
    }

    @Test
    void ciIsWhatSetsTheVariable() {
        assertThat(CassetteExtension.isCi("true")).isTrue();
        assertThat(CassetteExtension.isCi("1")).isTrue();
        assertThat(CassetteExtension.isCi("false")).isFalse();
        assertThat(CassetteExtension.isCi("")).isFalse();
        assertThat(CassetteExtension.isCi(null)).isFalse();
    }

    @Test
    void secretsOfTheEnvironmentAreTakenOut() {
        Map<String, String> environment = Map.of(
                "MY_SERVICE_TOKEN", "abcdefgh",
                "MY_SERVICE_KEY", "abcdefgh-and-more",
                "DB_PASSWORD", "short",
                "HOME", "/home/someone");

        assertThat(EnvironmentSecrets.masked(environment, "abcdefgh, abcdefgh-and-more, short, /home/someone"))
                .isEqualTo("[secret], [secret], short, /home/someone");
    }

    @Test
    void namesOfSecretsAreWrittenInManyWays() {
        for (String name : List.of(
                "ACCESSTOKEN",
                "GITHUB_PAT",
                "DB_PWD",
                "DB_PASS",
                "clientSecret",
                "TOKENS",
                "SSH_PASSPHRASE",
                "NPM_AUTH")) {
            assertThat(EnvironmentSecrets.masked(Map.of(name, "abcdefgh"), "abcdefgh"))
                    .as(name)
                    .isEqualTo("[secret]");
        }
        for (String name : List.of("PWD", "OLDPWD", "PATH", "MONKEY", "SPAT", "COMPASS", "KEYBOARD")) {
            assertThat(EnvironmentSecrets.masked(Map.of(name, "abcdefgh"), "abcdefgh"))
                    .as(name)
                    .isEqualTo("abcdefgh");
        }
    }

    @Test
    void aUrlWithAPasswordIsASecretAndSoIsThePassword() {
        String url = "postgres://someone:S3cr%2Ft-word@db.example:5432/app";

        assertThat(EnvironmentSecrets.masked(
                        Map.of("DATABASE_URL", url), url + ", S3cr%2Ft-word, S3cr/t-word, someone"))
                .isEqualTo("[secret], [secret], [secret], someone");
        assertThat(EnvironmentSecrets.masked(Map.of("REMOTE", "https://abcdefgh@git.example/x.git"), "abcdefgh"))
                .isEqualTo("[secret]");
        assertThat(EnvironmentSecrets.masked(
                        Map.of("JDBC", "jdbc:mysql://db.example/app?user=me&password=abcdefgh&ssl=true"), "abcdefgh"))
                .isEqualTo("[secret]");
        assertThat(EnvironmentSecrets.masked(
                        Map.of("HOME_PAGE", "https://example.org/a?b=c@d"), "https://example.org/a?b=c@d"))
                .isEqualTo("https://example.org/a?b=c@d");
    }

    @Test
    void aSecretWithLineBreaksAndQuotesIsTakenOutOfTheArgumentsOfACall() {
        String secret = "line one\nline \"two\"";
        String message = Message.assistant(List.of(ToolCallPart.of("1", "send", Json.write(Map.of("key", secret)))))
                .toJson();

        assertThat(EnvironmentSecrets.masked(Map.of("DEPLOY_KEY", secret), message))
                .contains("[secret]")
                .doesNotContain("line");
    }

    @Test
    void aFailureIsRedactedLikeAnAnswer(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("failure.json");
        Provider broken = MockProvider.of(MockTurn.failure(
                ProviderException.builder("bad key " + KEY).partialText(KEY).build()));
        Intelligence agent = new Intelligence(IntelligenceOptions.builder()
                .provider(Cassette.record(file, broken))
                .build());
        try {
            agent.ask("go");
        } catch (ProviderException e) {
            assertThat(e).hasMessageContaining(KEY);
        }

        assertThat(Files.readString(file)).contains("bad key [secret]").doesNotContain(KEY);
    }
}
