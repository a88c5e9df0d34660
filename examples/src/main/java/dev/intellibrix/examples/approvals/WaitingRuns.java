package dev.intellibrix.examples.approvals;

import dev.intellibrix.Intelligence;
import dev.intellibrix.ResumeException;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.message.Message;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executor;

/** The runs that wait for an answer: kept in a store while they do, and forgotten when they have ended. */
final class WaitingRuns {

    private static final String WAITING = "waiting/";
    private static final int MAX_NEWS = 50;

    private final Intelligence intelligence;
    private final KeyValueStore store;
    private final Executor threads;
    private final Deque<String> news = new ConcurrentLinkedDeque<>(); // What there is to tell of, the newest last.
    private final Set<String> goingOn = ConcurrentHashMap.newKeySet();

    WaitingRuns(Intelligence intelligence, KeyValueStore store, Executor threads) {
        this.intelligence = intelligence;
        this.store = store;
        this.threads = threads;
    }

    /**
     * How things stand.
     *
     * @param waiting the runs that wait
     * @param goingOn how many do not
     * @param unreadable what can not be read; it hides nothing else
     * @param news what became of the others
     */
    record Look(List<RunState> waiting, int goingOn, List<String> unreadable, List<String> news) {}

    void start(String text) {
        follow(intelligence.start(Message.user(text)));
    }

    Look look() {
        List<RunState> waiting = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        for (String name : store.list(WAITING)) {
            if (goingOn.contains(name.substring(WAITING.length()))) {
                continue;
            }
            try {
                store.get(name).map(RunState::fromJson).ifPresent(waiting::add);
            } catch (IllegalArgumentException | StoreException e) {
                unreadable.add(name + " can not be read: " + e.getMessage());
            }
        }
        return new Look(waiting, goingOn.size(), unreadable, List.copyOf(news));
    }

    Optional<RunState> waiting(String runId) {
        return look().waiting().stream()
                .filter(run -> run.runId().equals(runId))
                .findFirst();
    }

    /** Goes on with a run. A call that had been taken up before a crash needs no answer, and takes none. */
    void answer(RunState state, ApprovalAnswer answer) {
        try {
            follow(intelligence.start(state, List.of(answer)));
        } catch (ResumeException e) {
            if (e.reason() != ResumeException.Reason.ALREADY_TAKEN_UP) {
                throw e;
            }
            tell("too late: call " + answer.callId() + " was taken up before; the run goes on with what became of it");
            follow(intelligence.start(state, List.of()));
        }
    }

    private void follow(Run run) {
        goingOn.add(run.id());
        threads.execute(() -> {
            try {
                keep(run.await());
            } catch (RuntimeException | Error e) {
                tell("failed: " + e.getMessage()); // What is kept of it stays, and can be answered again.
            } finally {
                goingOn.remove(run.id());
            }
        });
    }

    private void keep(RunResult result) {
        if (result.state().isPresent()) {
            store.put(WAITING + result.runId(), result.state().get().toJson());
        } else {
            store.delete(WAITING + result.runId());
            tell(result.stopReason() + ": " + result.text());
        }
    }

    private void tell(String text) {
        news.addLast(text);
        while (news.size() > MAX_NEWS) {
            news.pollFirst();
        }
    }
}
