package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several processes have the state of one run of a conversation: no call runs twice, and what is said of each is true. */
@Tag("thorough")
class ResumingProcessesTest {

    private static final int ROUNDS = 300;
    private static final List<Function<List<Object>, String>> PROCESSES = new ArrayList<>();
    private static final ExecutorService THREADS = Executors.newCachedThreadPool();

    @BeforeAll
    static void start() throws Exception {
        for (int i = 0; i < 4; i++) {
            PROCESSES.add(ResumingProcess.start());
        }
    }

    @AfterAll
    static void stop() {
        THREADS.shutdown();
    }

    /** One run that each of these is done with, in a process of its own; what each came to. */
    private static List<String> play(List<String> ran, List<String> whats) throws Exception {
        ConcurrentSkipListMap<String, String> map = new ConcurrentSkipListMap<>();
        String state = PROCESSES.get(0).apply(List.of(map, ran, "suspend", ""));
        List<Callable<String>> work = new ArrayList<>();
        for (int i = 0; i < whats.size(); i++) {
            int process = i;
            work.add(() -> PROCESSES.get(process).apply(List.of(map, ran, whats.get(process), state)));
        }
        List<String> ends = new ArrayList<>();
        for (Future<String> end : THREADS.invokeAll(work)) {
            ends.add(end.get());
        }
        String[] said = PROCESSES.get(0).apply(List.of(map, ran, "ask", "")).split(" ", -1);
        assertThat(said).hasSize(2);
        for (int call = 0; call < 2; call++) {
            int times = Collections.frequency(ran, String.valueOf(call));
            String what = whats + " " + ends + ": call " + call + " ran " + times + " times, said: " + said[call];
            assertThat(times).as(what).isLessThanOrEqualTo(1);
            assertThat(said[call]).as(what).isIn(times == 1 ? List.of("SUCCEEDED", "UNKNOWN") : DID_NOT_RUN);
        }
        return ends;
    }

    private static final List<String> DID_NOT_RUN = List.of("NOT_EXECUTED", "DENIED", "UNKNOWN");

    @Test
    void whoAnswersOneCallEachIsNotContradictedByTheConversation() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            List<String> ran = new CopyOnWriteArrayList<>();
            List<String> ends = play(ran, List.of("allow 0", "allow 1"));

            assertThat(ends)
                    .isSubsetOf(
                            "ANSWERED", "AWAITING_APPROVAL", "goes_on_elsewhere", "conversation_went_on", "conflict");
        }
    }

    @Test
    void whoAnswersAllAndWhoGoesOnWithoutAnswersNeverRunACallTwice() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String second = round % 3 == 0 ? "deny 0, deny 1" : "allow 0, allow 1";
            String third = round % 2 == 0 ? "ask" : "allow 0, allow 1";
            play(new CopyOnWriteArrayList<>(), List.of("allow 0, allow 1", second, third, "nothing"));
        }
    }
}
