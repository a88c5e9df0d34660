package dev.intellibrix;

import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.internal.gate.Journal;
import dev.intellibrix.internal.gate.JournalEntry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What has to hold before a suspended run is gone on with. Answers are first checked, all of them, and then written to the
 * journal, from which the gate takes them: so an answer that was accepted outlives a crash.
 */
final class Resumption implements AutoCloseable {

    /** The runs that are being resumed in this process, by whatever agent. */
    private static final Set<String> RUNNING = ConcurrentHashMap.newKeySet();

    private final String runId;
    private final @Nullable Conversation conversation;
    private final Set<String> takenUp = new HashSet<>();

    private Resumption(String runId, @Nullable Conversation conversation) {
        this.runId = runId;
        this.conversation = conversation;
    }

    /** The run's conversation, whose turn was taken for it; null when it has none. */
    @Nullable Conversation conversation() {
        return conversation;
    }

    /** The waiting calls that had been taken up when this began; what is taken up later is somebody else's. */
    Set<String> takenUp() {
        return Set.copyOf(takenUp);
    }

    /**
     * Begins a resumption; it ends when this is closed. Where the run has a conversation, it begins with the turn there.
     *
     * @param conversations finds a conversation by its id
     * @throws ResumeException when the state or an answer is refused
     */
    static Resumption begin(
            RunState state,
            List<ApprovalAnswer> answers,
            IntelligenceOptions options,
            Function<String, Conversation> conversations) {
        requireRightSignature(state, options.stateKey().orElse(null));
        requireFresh(state, options);
        requireMatching(state, answers);
        if (!RUNNING.add(state.runId())) {
            throw ResumeException.goesOnElsewhere(state.runId());
        }
        try {
            Resumption begun = new Resumption(state.runId(), conversationOf(state, conversations));
            Journal journal = Journal.of(options.store().orElse(null), state.runId());
            begun.inTurn(state.run(), standing -> begun.keep(state, answers, journal, standing));
            return begun;
        } catch (Throwable e) {
            RUNNING.remove(state.runId());
            throw e;
        }
    }

    private static @Nullable Conversation conversationOf(RunState state, Function<String, Conversation> conversations) {
        return state.conversationId().equals(state.runId()) ? null : conversations.apply(state.conversationId());
    }

    private void inTurn(SuspendedRun run, Consumer<Standing> keep) {
        if (conversation == null) {
            keep.accept(Standing.WAITING);
        } else {
            conversation.takeTurn(run, keep);
        }
    }

    @Override
    public void close() {
        RUNNING.remove(runId);
    }

    private static void requireRightSignature(RunState state, @Nullable StateKey key) {
        if (key == null && state.signature() != null) {
            throw refused(
                    ResumeException.Reason.SIGNATURE,
                    null,
                    "the state is signed, but there is no stateKey to check the signature with");
        }
        if (key != null && !key.isRight(state.unsigned(), state.signature())) {
            throw refused(
                    ResumeException.Reason.SIGNATURE,
                    null,
                    state.signature() == null
                            ? "the state is not signed"
                            : "the state was changed, or signed with another key");
        }
    }

    private static void requireFresh(RunState state, IntelligenceOptions options) {
        Duration age = Duration.between(state.suspendedAt(), options.clock().instant());
        if (options.maxSuspension().filter(max -> age.compareTo(max) > 0).isPresent()) {
            throw refused(ResumeException.Reason.EXPIRED, null, "the run was suspended at " + state.suspendedAt());
        }
    }

    private static void requireMatching(RunState state, List<ApprovalAnswer> answers) {
        Set<String> answered = new HashSet<>();
        for (ApprovalAnswer answer : answers) {
            ApprovalRequest request = state.pendingApprovals().stream()
                    .filter(waiting -> waiting.callId().equals(answer.callId()))
                    .findFirst()
                    .orElseThrow(() -> refused(
                            ResumeException.Reason.UNKNOWN_CALL, answer, "no call of this id waits in this state"));
            if (!isSame(request.digest(), answer.digest())) {
                throw refused(ResumeException.Reason.OTHER_DIGEST, answer, "the answer is to something else");
            }
            if (!answered.add(answer.callId())) {
                throw refused(ResumeException.Reason.ALREADY_ANSWERED, answer, "there are two answers to it");
            }
        }
    }

    private void keep(RunState state, List<ApprovalAnswer> answers, Journal journal, Standing standing) {
        List<ApprovalAnswer> decided = answers.stream()
                .filter(answer -> !(answer.decision() instanceof ApprovalDecision.Defer))
                .toList();
        for (ApprovalRequest request : state.pendingApprovals()) {
            JournalEntry entry = journal.find(request.callId()).orElse(null);
            if (entry == null) {
                continue;
            }
            decided.stream()
                    .filter(answer -> answer.callId().equals(request.callId()))
                    .forEach(answer -> requireOpen(entry, answer));
            if (entry.isTakenUp()) {
                takenUp.add(request.callId());
            }
        }
        if (standing == Standing.CLOSED && !decided.isEmpty()) {
            throw ResumeException.callsAreClosed(state.run());
        }
        List<JournalEntry> entries = decided.stream() // All of them before one is kept: any may be no JSON.
                .map(answer -> JournalEntry.approved(answer.digest(), answer.decision()))
                .toList();
        for (int i = 0; i < entries.size(); i++) {
            requireOpen(journal.accept(decided.get(i).callId(), entries.get(i)), decided.get(i));
        }
    }

    private static void requireOpen(JournalEntry entry, ApprovalAnswer answer) {
        if (entry.isTakenUp()) {
            throw refused(
                    ResumeException.Reason.ALREADY_TAKEN_UP,
                    answer,
                    "it was taken up before; without an answer to it, the run goes on with what became of it");
        }
        if (!entry.says(answer.digest(), answer.decision())) {
            throw refused(ResumeException.Reason.ALREADY_ANSWERED, answer, "another answer came first");
        }
    }

    /** In a time that does not depend on where the two differ. */
    private static boolean isSame(String digest, String other) {
        return MessageDigest.isEqual(digest.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    private static ResumeException refused(
            ResumeException.Reason reason, @Nullable ApprovalAnswer answer, String message) {
        String callId = answer == null ? null : answer.callId();
        return new ResumeException(
                reason, callId, "not resumed" + (callId == null ? ": " : ", call " + callId + ": ") + message);
    }
}
