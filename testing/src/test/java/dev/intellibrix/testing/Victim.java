package dev.intellibrix.testing;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.ResumeException;
import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.event.AuditLog;
import dev.intellibrix.store.FileKeyValueStore;
import dev.intellibrix.store.JdbcKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.tool.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * A program that suspends and resumes runs until it is killed. Started with what to do ({@code work}, or {@code resume} for
 * all that waits), the moment at which it kills itself if it does, and, for each of those that work in it side by side, the
 * folder of a store or the address of a database, a table, and a folder for what is done.
 */
final class Victim {

    static final String WAITING = "waiting/";
    static final String EFFECTS = "effects";

    private final KeyValueStore store;
    private final Path folder;
    private final String moment;

    Victim(KeyValueStore store, Path folder, String moment) {
        this.store = store;
        this.folder = folder;
        this.moment = moment;
    }

    public static void main(String[] arguments) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
        });
        String moment = arguments[1];
        List<Victim> victims = new ArrayList<>();
        for (int i = 2; i < arguments.length; i += 3) {
            KeyValueStore store = new Watched(open(arguments[i], arguments[i + 1]), moment);
            victims.add(new Victim(store, Path.of(arguments[i + 2]), moment));
        }
        if (arguments[0].equals("work")) {
            CountDownLatch begun = new CountDownLatch(victims.size());
            victims.forEach(victim -> new Thread(() -> victim.work(begun)).start());
            begun.await();
            System.out.println("ready");
        } else {
            System.out.println("ready");
            System.in.read(); // So that several start at once.
            System.out.println("answered "
                    + victims.get(0)
                            .resumeAll("audit-" + ProcessHandle.current().pid()));
        }
    }

    /** A store by the address and table of a database, or by a folder. */
    static KeyValueStore open(String place, String table) {
        return place.startsWith("jdbc:")
                ? JdbcKeyValueStore.in(new CountingDataSource(place, true), table)
                : FileKeyValueStore.in(Path.of(place));
    }

    /** Suspends runs and resumes them with "allow", one after the other, for as long as it is let. */
    private void work(CountDownLatch begun) {
        for (int i = 0; ; i++) {
            RunState state = suspend(WAITING + i, "audit");
            resume(state, answers(state), "audit");
            store.delete(WAITING + i);
            begun.countDown();
        }
    }

    /** Leaves a run waiting in the store. */
    RunState suspend(String key, String audit) {
        MockTurn calls = call("free", 0).andCall("gated", Map.of("n", 1)).andCall("gated", Map.of("n", 2));
        RunState state = agent(audit, calls).ask("go").state().orElseThrow();
        store.put(key, state.toJson());
        return state;
    }

    RunResult resume(RunState state, List<ApprovalAnswer> answers, String audit) {
        return agent(audit, MockTurn.from(request -> {
                    die("model");
                    return MockTurn.text("done");
                }))
                .resume(state, answers);
    }

    static List<ApprovalAnswer> answers(RunState state) {
        return Suspended.all(state, ApprovalDecision.allow());
    }

    /** How many runs were answered here. */
    private int resumeAll(String audit) {
        int answered = 0;
        for (RunState state : waiting()) {
            try {
                answered += resume(state, answers(state), audit).stopReason() == StopReason.ANSWERED ? 1 : 0;
            } catch (ResumeException e) {
                // Somebody else goes on with it.
            }
        }
        return answered;
    }

    List<RunState> waiting() {
        List<RunState> states = new ArrayList<>();
        store.list(WAITING)
                .forEach(key -> store.get(key).map(RunState::fromJson).ifPresent(states::add));
        return states;
    }

    private static MockTurn call(String tool, int number) {
        return MockTurn.call(tool, Map.of("n", number));
    }

    private Intelligence agent(String audit, MockTurn... turns) {
        record Input(int n) {}
        Tool free = Tool.define("free", Input.class).description("Free").execute((input, context) -> {
            append(EFFECTS, context.runId() + "/" + context.callId() + "\n");
            return "ran";
        });
        Tool gated = Tool.define("gated", Input.class)
                .description("Gated")
                .needsApproval()
                .execute((input, context) -> {
                    append(EFFECTS, context.runId() + "/" + context.callId() + "\n");
                    die("tool");
                    return "ran " + input.n();
                });
        return new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(turns))
                .tools(free, gated)
                .onToolApproval(call -> ApprovalDecision.defer())
                .auditLog(AuditLog.in(folder.resolve(audit)))
                .store(store)
                .build());
    }

    private void append(String file, String line) {
        try {
            Files.write(
                    folder.resolve(file),
                    line.getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void die(String here) {
        die(here, moment);
    }

    /** The system kills this process, which gets no chance to do anything about it. */
    private static void die(String here, String moment) {
        if (!here.equals(moment)) {
            return;
        }
        try {
            new ProcessBuilder(
                            "kill", "-9", String.valueOf(ProcessHandle.current().pid()))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Dies before or after a step of the journal is written. */
    private record Watched(KeyValueStore to, String moment) implements KeyValueStore {

        @Override
        public boolean compareAndSet(String key, Optional<String> expected, String value) {
            String step = value.replaceFirst("(?s).*\"state\":\"(\\w+)\".*", "$1");
            die("before " + step, moment);
            boolean set = to.compareAndSet(key, expected, value);
            die("after " + step, moment);
            return set;
        }

        @Override
        public Optional<String> get(String key) {
            return to.get(key);
        }

        @Override
        public void put(String key, String value) {
            to.put(key, value);
        }

        @Override
        public boolean delete(String key) {
            return to.delete(key);
        }

        @Override
        public List<String> list(String prefix) {
            return to.list(prefix);
        }
    }
}
