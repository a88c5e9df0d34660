package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes on one store, and processes that are killed. */
@Tag("thorough")
class StoreProcessesTest {

    private static final long SEED = 20_261_130;

    @TempDir
    Path folder;

    @Test
    void processesOnOneFolderLoseNoIncrement() throws Exception {
        String place = folder.resolve("store").toString();
        List<Process> children = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            children.add(StoreChild.start("count", place, "200"));
        }
        for (Process child : children) {
            assertThat(child.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(child.exitValue()).isZero();
        }
        assertThat(StoreChild.open(place).get("counter")).contains("600");
    }

    @Test
    void aConversationInAFolderOutlivesEveryKill() throws Exception {
        killAndGoOn(folder.resolve("store").toString(), 15);
    }

    @Test
    void aConversationInPostgresOutlivesEveryKill() throws Exception {
        try (Postgres postgres = Postgres.startIn(folder)) {
            killAndGoOn(postgres.address(), 6);
        }
    }

    /** Kills a process that talks at a moment that chance decides; all that it had said it said must be there. */
    private static void killAndGoOn(String place, int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        int kept = 0;
        for (int kill = 0; kill < kills; kill++) {
            kept = Math.max(kept, sizeWhenKilled(place, random.nextInt(3), random.nextLong(30_000_000)));
            RunResult run = new Intelligence(IntelligenceOptions.builder()
                            .provider(MockProvider.of(MockTurn.text("still here")))
                            .store(StoreChild.open(place))
                            .build())
                    .conversation("talk")
                    .ask("are you there?");

            assertThat(run.text()).as("kill %d, seed %d", kill, SEED).isEqualTo("still here");
            assertThat(run.messages()).as("kill %d, seed %d", kill, SEED).hasSizeGreaterThanOrEqualTo(kept + 2);
            assertValid(run.messages());
            kept = run.messages().size();
        }
    }

    /** How long the conversation was when the process last told. */
    private static int sizeWhenKilled(String place, int answersBefore, long nanosBefore) throws IOException {
        Process child = StoreChild.start("talk", place);
        int size = 0;
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.US_ASCII))) {
            for (int i = 0; i <= answersBefore; i++) {
                size = Integer.parseInt(said.readLine());
            }
            LockSupport.parkNanos(nanosBefore); // Any moment will do: the point is that it is no particular one.
            child.toHandle().destroyForcibly(); // The one of Process closes the pipe as well.
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                size = Integer.parseInt(line);
            }
        } finally {
            child.toHandle().destroyForcibly();
        }
        return size;
    }

    private static void assertValid(List<Message> messages) {
        List<String> open = List.of();
        for (Message message : messages) {
            assertThat(message.toolResults()).extracting(ToolResultPart::callId).isEqualTo(open);
            open = message.toolCalls().stream().map(ToolCallPart::id).toList();
        }
        assertThat(open).isEmpty();
    }
}
