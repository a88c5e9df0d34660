package dev.intellibrix.mcp.server;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a server by their ids, which nobody can guess. When there are too many, the one that was idle for longest
 * makes room; its client is told that it is gone, and begins a new one. Thread-safe.
 */
final class Sessions {

    private static final int ID_BYTES = 24;

    private final int max;
    private final long idleNanos;
    private final LongSupplier nanoTime;
    private final SecureRandom random = new SecureRandom();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Entry> byId =
            new LinkedHashMap<>(16, 0.75f, true); // Guarded by lock; longest idle first.

    Sessions(int max, Duration idle, LongSupplier nanoTime) {
        this.max = max;
        this.idleNanos = idle.toNanos();
        this.nanoTime = nanoTime;
    }

    private static final class Entry {
        final Session session;
        long lastUsed;

        Entry(Session session, long now) {
            this.session = session;
            this.lastUsed = now;
        }
    }

    /** Adds a session; null when there is no room, since calls are under way in all. */
    @Nullable String add(Session session) {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        List<Session> gone = new ArrayList<>();
        lock.lock();
        try {
            dropIdle(gone);
            if (byId.size() >= max && !dropOne(gone)) {
                return null;
            }
            byId.put(id, new Entry(session, nanoTime.getAsLong()));
        } finally {
            lock.unlock();
        }
        gone.forEach(Session::close);
        return id;
    }

    /** The session of this id, which counts as used now. */
    @Nullable Session find(String id) {
        List<Session> gone = new ArrayList<>();
        Session found;
        lock.lock();
        try {
            dropIdle(gone);
            Entry entry = byId.get(id);
            if (entry != null) {
                entry.lastUsed = nanoTime.getAsLong();
            }
            found = entry == null ? null : entry.session;
        } finally {
            lock.unlock();
        }
        gone.forEach(Session::close);
        return found;
    }

    /** Ends a session. */
    void end(String id) {
        Entry entry;
        lock.lock();
        try {
            entry = byId.remove(id);
        } finally {
            lock.unlock();
        }
        if (entry != null) {
            entry.session.close();
        }
    }

    /** How many sessions there are. */
    int size() {
        lock.lock();
        try {
            return byId.size();
        } finally {
            lock.unlock();
        }
    }

    /** Ends all sessions. */
    void endAll() {
        List<Entry> all;
        lock.lock();
        try {
            all = List.copyOf(byId.values());
            byId.clear();
        } finally {
            lock.unlock();
        }
        all.forEach(entry -> entry.session.close());
    }

    private void dropIdle(List<Session> gone) {
        long now = nanoTime.getAsLong();
        Iterator<Entry> entries = byId.values().iterator();
        while (entries.hasNext()) {
            Entry entry = entries.next();
            if (now - entry.lastUsed > idleNanos && !entry.session.isBusy()) {
                gone.add(entry.session);
                entries.remove();
            }
        }
    }

    private boolean dropOne(List<Session> gone) {
        Iterator<Entry> entries = byId.values().iterator();
        while (entries.hasNext()) {
            Session session = entries.next().session;
            if (!session.isBusy()) {
                gone.add(session);
                entries.remove();
                return true;
            }
        }
        return false;
    }
}
