package dev.intellibrix;

import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.store.KeyValueStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run that waits for decisions, as something that can be kept: nothing of it is left in memory, no thread waits, and {@link
 * Intelligence#resume} goes on with it, also in another process. Immutable.
 *
 * <p>The JSON has all that the run has seen, so it is to be kept like the conversation itself. Whoever can write it can write
 * what the model has said and what a person is shown; where that may be somebody else, {@link
 * IntelligenceOptions.Builder#stateKey} has it signed. The rules and permissions of the agent that resumes it are in force
 * whatever the state says.
 */
public final class RunState {

    /** The most characters that the JSON may have, which is what a {@link KeyValueStore} keeps. */
    public static final int MAX_LENGTH = KeyValueStore.MAX_VALUE_LENGTH;

    private final SuspendedRun run;
    private final String unsigned;
    private final @Nullable String signature;

    private RunState(SuspendedRun run, String unsigned, @Nullable String signature) {
        this.run = run;
        this.unsigned = unsigned;
        this.signature = signature;
    }

    static RunState of(SuspendedRun run, Optional<StateKey> key) {
        String json = RunStateWriter.write(run);
        return new RunState(run, json, key.map(with -> with.sign(json)).orElse(null));
    }

    /**
     * Reads what {@link #toJson} wrote. A label that is missing or cannot be read is untrusted. The signature is checked by
     * {@link Intelligence#resume}.
     *
     * @throws IllegalArgumentException when the text is no state, is of a version that is not known, has a field that is not
     *     known or is there twice, or is longer than {@value #MAX_LENGTH} characters
     */
    public static RunState fromJson(String json) {
        RunStateReader.Document document = RunStateReader.read(json);
        return new RunState(document.run(), document.unsigned(), document.signature());
    }

    /**
     * This state as one line of JSON, signed when the agent that suspended the run has a key.
     *
     * @throws IllegalStateException when it would be longer than {@value #MAX_LENGTH} characters; the state can still be
     *     resumed in this process
     */
    public String toJson() {
        String json = signature == null ? unsigned : RunStateWriter.signed(unsigned, signature);
        if (json.length() > MAX_LENGTH) {
            throw new IllegalStateException("the state has " + json.length() + " characters, more than " + MAX_LENGTH);
        }
        return json;
    }

    /** The run. It keeps its id when it is resumed. */
    public String runId() {
        return run.runId();
    }

    /** The run's conversation, or its own id when it has none. */
    public String conversationId() {
        return run.conversationId();
    }

    /**
     * When the run was suspended. While a call goes on waiting after others were answered, it is when that call began to
     * wait, so that answers to the others give it no more time.
     */
    public Instant suspendedAt() {
        return run.suspendedAt();
    }

    /** The calls that wait for a decision, in call order, each with all that a person has to see. */
    public List<ApprovalRequest> pendingApprovals() {
        return run.waiting();
    }

    /** What was said up to here; the last message is the model's turn that made the calls. */
    public List<Message> messages() {
        return run.messages();
    }

    /** The trust of all that the run has seen. */
    public Label label() {
        return run.label();
    }

    /**
     * A digest of the rules, the permissions, what the trust policy says of each category after trusted and after untrusted
     * content, and the schemas of the waiting calls' tools, all at the time of the suspension. Where the revision differs,
     * so does the policy. A trust policy that looks at origins may differ without that being seen.
     */
    public String policyRevision() {
        return run.policyRevision();
    }

    /** The run and the calls that wait; nothing of what was said. */
    @Override
    public String toString() {
        return "RunState[" + runId() + ", waiting: "
                + run.waiting().stream().map(ApprovalRequest::callId).toList() + "]";
    }

    SuspendedRun run() {
        return run;
    }

    /** The text that is signed. */
    String unsigned() {
        return unsigned;
    }

    @Nullable String signature() {
        return signature;
    }
}
