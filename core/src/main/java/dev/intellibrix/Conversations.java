package dev.intellibrix;

import dev.intellibrix.store.KeyValueStore;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The conversations of an agent: one object an id, so that its runs have one queue. Those in a store are forgotten when nobody
 * uses them, since they can be read again. Thread-safe.
 */
final class Conversations {

    private final @Nullable KeyValueStore store;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Supplier<@Nullable Conversation>> known = new HashMap<>(); // Guarded by lock.
    private int sizeToCheck = 1_000; // Guarded by lock.

    Conversations(@Nullable KeyValueStore store) {
        this.store = store;
    }

    /** The conversation of an id, made when there is none. */
    Conversation get(String id, Function<String, Conversation> make) {
        lock.lock();
        try {
            Conversation there = find(id);
            return there != null ? there : add(make.apply(id));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds a conversation and prepares it in its first turn, for which its runs wait; other conversations do not.
     *
     * @throws IllegalStateException when there is one of its id
     */
    Conversation addNew(Conversation conversation, Runnable prepare) {
        conversation.turn().acquireUninterruptibly(); // Of an object that nobody else has yet.
        try {
            reserve(conversation);
            prepare(conversation, prepare);
            return conversation;
        } finally {
            conversation.turn().release();
        }
    }

    private void prepare(Conversation conversation, Runnable prepare) {
        try {
            if (!conversation.history().isEmpty()) {
                throw isThere(conversation);
            }
            prepare.run();
        } catch (Throwable e) {
            forget(conversation);
            throw e;
        }
    }

    private void reserve(Conversation conversation) {
        lock.lock();
        try {
            if (find(conversation.id()) != null) {
                throw isThere(conversation);
            }
            add(conversation);
        } finally {
            lock.unlock();
        }
    }

    private void forget(Conversation conversation) {
        lock.lock();
        try {
            known.remove(conversation.id());
        } finally {
            lock.unlock();
        }
    }

    private static IllegalStateException isThere(Conversation conversation) {
        return new IllegalStateException("there is a conversation " + conversation.id() + " already");
    }

    private @Nullable Conversation find(String id) {
        Supplier<@Nullable Conversation> reference = known.get(id);
        return reference == null ? null : reference.get();
    }

    private Conversation add(Conversation conversation) {
        if (store == null) {
            known.put(conversation.id(), () -> conversation);
            return conversation;
        }
        if (known.size() >= sizeToCheck) {
            known.values().removeIf(reference -> reference.get() == null);
            sizeToCheck = Math.max(1_000, known.size() * 2);
        }
        known.put(conversation.id(), new WeakReference<>(conversation)::get);
        return conversation;
    }
}
