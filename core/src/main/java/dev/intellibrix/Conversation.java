package dev.intellibrix;

import dev.intellibrix.message.Message;
import dev.intellibrix.store.KeyValueStore;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An agent that remembers: each run starts with what was said in the runs before it, and with their trust. Runs of one
 * conversation wait for each other, in the order in which they were started. Thread-safe.
 *
 * <p>With a {@linkplain IntelligenceOptions.Builder#store store}, what is said is kept there as it is said, and the next run
 * goes on with it in whatever process it is. After a crash it finds all that was kept; a call whose result was not has the
 * outcome {@code UNKNOWN}. Runs in different processes do not wait for each other: of two at once, the one that comes too late
 * ends with a {@link ConversationConflictException}.
 */
public final class Conversation implements Agent {

    private final Intelligence intelligence;
    private final String id;
    private final Semaphore turn = new Semaphore(1, true);
    private final ConversationHistory history; // Guarded by turn.

    Conversation(Intelligence intelligence, String id, @Nullable KeyValueStore store) {
        this.intelligence = intelligence;
        this.id = id;
        this.history = new ConversationHistory(store, id);
    }

    /** The conversation's id. */
    public String id() {
        return id;
    }

    /**
     * Starts a run on a thread of its own, which waits for its turn.
     *
     * <p>When the conversation cannot be read or written, the run fails with a {@link
     * dev.intellibrix.store.StoreException}, and with a {@link ConversationConflictException} when somebody else has written to
     * it meanwhile.
     */
    @Override
    public Run start(Message message) {
        return intelligence.start(message, this);
    }

    /**
     * Takes the turn for a suspended run that is to go on, and keeps it unless this fails. It does not wait: a run that has
     * the turn closes the calls that wait here.
     *
     * @param then what has to succeed as well
     * @throws ResumeException when the conversation has gone on since the run was suspended, or is about to
     */
    void takeTurn(SuspendedRun run, Consumer<Standing> then) {
        if (!turn.tryAcquire()) {
            throw ResumeException.conversationWentOn(run);
        }
        try {
            Standing standing = history.standing(run);
            if (standing == Standing.WENT_ON) {
                throw ResumeException.conversationWentOn(run);
            }
            then.accept(standing);
        } catch (Throwable e) {
            turn.release();
            throw e;
        }
    }

    Intelligence intelligence() {
        return intelligence;
    }

    Semaphore turn() {
        return turn;
    }

    ConversationHistory history() {
        return history;
    }
}
