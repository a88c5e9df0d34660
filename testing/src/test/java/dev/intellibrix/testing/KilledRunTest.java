package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.AuditLog;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.store.KeyValueStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Processes that are killed while they suspend and resume runs, and processes that do it at once. */
@Tag("thorough")
@Timeout(600)
class KilledRunTest {

    private static final List<String> MOMENTS = List.of(
            "before approved",
            "after approved",
            "before claimed",
            "after claimed",
            "tool",
            "before done",
            "after done",
            "model");

    @TempDir
    static Path folder;

    private static Postgres postgres;

    /** Where the runs and the journal are kept. */
    enum Place {
        FOLDER,
        POSTGRES
    }

    @BeforeAll
    static void start() throws IOException {
        postgres = Postgres.startIn(folder.resolve("postgres"));
    }

    @AfterAll
    static void stop() throws IOException {
        if (postgres != null) {
            postgres.close();
        }
    }

    /** Where one run after the other is made, and what is left of them. */
    private record Scene(String place, String table, Path folder) {

        static Scene of(Place place) throws IOException {
            String name = "t" + UUID.randomUUID().toString().replace("-", "");
            Path own = Files.createDirectory(KilledRunTest.folder.resolve(name));
            return place == Place.POSTGRES
                    ? new Scene(postgres.address(), name, own)
                    : new Scene(own.resolve("store").toString(), name, own);
        }

        KeyValueStore store() {
            return Victim.open(place, table);
        }

        Map<String, Integer> effects() throws IOException {
            Map<String, Integer> effects = new HashMap<>();
            if (Files.exists(folder.resolve(Victim.EFFECTS))) {
                Files.readAllLines(folder.resolve(Victim.EFFECTS))
                        .forEach(line -> effects.merge(line, 1, Integer::sum));
            }
            return effects;
        }
    }

    /** Starts a process that does something in scenes, in all of them at once. */
    private static Process start(String what, String moment, List<Scene> scenes) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                what,
                moment));
        for (Scene scene : scenes) {
            command.addAll(List.of(scene.place(), scene.table(), scene.folder().toString()));
        }
        return new ProcessBuilder(command)
                .redirectError(scenes.get(0).folder().resolve("stderr").toFile())
                .start();
    }

    private static BufferedReader output(Process process) {
        return process.inputReader(StandardCharsets.UTF_8);
    }

    /** Goes on with what a killed process left behind, and checks that nothing ran twice and nothing was forgotten. */
    private static List<ToolResultPart> recover(Scene scene, String what) throws IOException {
        assertThat(AuditLog.in(scene.folder().resolve("audit")).head().number())
                .as("%s: the audit log verifies up to its last whole line", what)
                .isPositive();
        KeyValueStore store = scene.store();
        Victim survivor = new Victim(store, scene.folder(), "");
        List<ToolResultPart> results = new ArrayList<>();
        for (RunState state : survivor.waiting()) {
            List<String> accepted = new ArrayList<>();
            List<ApprovalAnswer> answers = new ArrayList<>();
            for (ApprovalRequest request : state.pendingApprovals()) {
                String entry = store.get("call/" + state.runId() + "/" + request.callId())
                        .orElse("");
                if (entry.contains("\"state\":\"approved\"")) {
                    accepted.add(state.runId() + "/" + request.callId());
                }
                if (entry.isEmpty()) {
                    answers.addAll(Victim.answers(state).stream()
                            .filter(answer -> answer.callId().equals(request.callId()))
                            .toList());
                }
            }
            RunResult run = survivor.resume(state, answers, "audit");
            assertThat(run.stopReason()).as(what).isEqualTo(StopReason.ANSWERED);
            assertThat(scene.effects().keySet())
                    .as("%s: what was approved ran", what)
                    .containsAll(accepted);
            run.messages().forEach(message -> results.addAll(message.toolResults()));
        }
        assertThat(scene.effects().values()).as("%s: no call ran twice", what).allMatch(times -> times == 1);
        for (ToolResultPart result : results) {
            assertThat(result.outcome()).as(what).isIn(ToolOutcome.SUCCEEDED, ToolOutcome.UNKNOWN);
        }
        assertThat(AuditLog.verify(scene.folder().resolve("audit")).fault())
                .as(what)
                .isNull();
        return results;
    }

    @ParameterizedTest
    @EnumSource
    void killedAtEachStepOfTheJournalNoCallRunsTwiceAndNoApprovalIsLost(Place place) throws Exception {
        for (String moment : MOMENTS) {
            Scene scene = Scene.of(place);
            Process victim = start("work", moment, List.of(scene));
            assertThat(victim.waitFor(120, TimeUnit.SECONDS)).as(moment).isTrue();
            assertThat(victim.exitValue()).as("%s: killed", moment).isEqualTo(137);
            int before = scene.effects().size();
            List<ToolResultPart> results = recover(scene, moment);

            boolean hidden = List.of("after claimed", "tool", "before done").contains(moment);
            boolean ran = List.of("tool", "before done", "after done", "model").contains(moment);
            assertThat(before > 1).as("%s: the call had run", moment).isEqualTo(ran);
            assertThat(results)
                    .as(moment)
                    .extracting(ToolResultPart::outcome)
                    .contains(ToolOutcome.SUCCEEDED)
                    .hasSize(3);
            assertThat(results.stream().filter(result -> result.outcome() == ToolOutcome.UNKNOWN))
                    .as("%s: an end that nobody saw", moment)
                    .hasSizeBetween(hidden ? 1 : 0, hidden ? 2 : moment.equals("after done") ? 1 : 0);
        }
    }

    /** Ten processes, in each of which ten runs are under way: a kill finds each of them somewhere else. */
    @ParameterizedTest
    @EnumSource
    void killedAtAHundredRandomMomentsNoCallRunsTwiceAndNoApprovalIsLost(Place place) throws Exception {
        long seed = 20261130;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 10; i++) {
            List<Scene> scenes = new ArrayList<>();
            while (scenes.size() < 10) {
                scenes.add(Scene.of(place));
            }
            String what = place + ", seed " + seed + ", process " + i;
            killAfter(random.nextInt(200), scenes, what);
            for (Scene scene : scenes) {
                recover(scene, what + ", in " + scene.folder());
            }
        }
    }

    private static void killAfter(int millis, List<Scene> scenes, String what) throws Exception {
        Process victim = start("work", "", scenes);
        try {
            assertThat(output(victim).readLine()).as(what).isEqualTo("ready");
            assertThat(victim.waitFor(millis, TimeUnit.MILLISECONDS))
                    .as(
                            "%s works until it is killed; see %s",
                            what, scenes.get(0).folder())
                    .isFalse();
        } finally {
            victim.destroyForcibly().waitFor();
        }
    }

    @Test
    void twoProcessesThatAnswerAndResumeTheSameTwoHundredRunsRunEachCallOnce() throws Exception {
        Scene scene = Scene.of(Place.POSTGRES);
        Victim author = new Victim(scene.store(), scene.folder(), "");
        for (int i = 0; i < 200; i++) {
            author.suspend(Victim.WAITING + i, "audit");
        }
        List<Process> processes = List.of(start("resume", "", List.of(scene)), start("resume", "", List.of(scene)));
        for (Process process : processes) {
            assertThat(output(process).readLine()).isEqualTo("ready");
        }
        int answered = 0;
        for (Process process : processes) {
            process.getOutputStream().write('\n');
            process.getOutputStream().close();
        }
        for (Process process : processes) {
            answered += Integer.parseInt(output(process).readLine().substring("answered ".length()));
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(answered).isEqualTo(200);
        assertThat(scene.effects()).hasSize(600);
        assertThat(scene.effects().values()).allMatch(times -> times == 1);
        for (Process process : processes) {
            assertThat(AuditLog.verify(scene.folder().resolve("audit-" + process.pid()))
                            .fault())
                    .isNull();
        }
    }
}
