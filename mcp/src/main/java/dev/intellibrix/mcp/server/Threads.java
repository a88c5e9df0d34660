package dev.intellibrix.mcp.server;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** Makes threads that do not keep the JVM alive. */
final class Threads {

    private Threads() {}

    static ThreadFactory daemon(String prefix) {
        AtomicLong count = new AtomicLong();
        return task -> {
            Thread thread = new Thread(task, prefix + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
