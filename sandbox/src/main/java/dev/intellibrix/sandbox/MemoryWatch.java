package dev.intellibrix.sandbox;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the memory of the programs in sandboxes, from outside, and kills those that have too much: by the limits of the
 * kernel a process counts less than it has, and each process for itself. One thread looks at all of them, as long as any runs.
 * Thread-safe.
 */
final class MemoryWatch {

    private static final Logger LOG = LoggerFactory.getLogger(MemoryWatch.class);

    private static final Path NULL = Path.of("/dev/null");
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    /** Stacks, tables and the script around the program, so that a process alone meets the limit of its own first. */
    private static final long BESIDE = 16L << 20;

    private static final int RESERVE = 32; // The part of the machine's memory that has to stay available.

    private final ProcessMemory memory;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Program> running = new LinkedHashSet<>(); // Guarded by lock.
    private @Nullable Thread thread; // Guarded by lock.

    MemoryWatch(ProcessMemory memory) {
        this.memory = memory;
    }

    /**
     * A program that is about to be started, and must be closed when it has ended.
     *
     * @throws SandboxException when nobody could look at it
     */
    Program program(SandboxLimits limits) {
        try {
            long most = limits.memoryBytes() + BESIDE;
            return new Program(most, 2 * limits.diskBytes(), memory.machine(), FileChannel.open(NULL));
        } catch (IOException | UncheckedIOException e) {
            throw SandboxException.neverRan("the memory of this machine can not be told", e);
        }
    }

    /** A program and all that it starts. */
    final class Program implements AutoCloseable {

        private final long most;
        private final long mostAvailable;
        private final long reserve;
        private final Closeable spare; // A descriptor, without which nothing can be killed when there are no others.
        private volatile @Nullable ProcessHandle process; // Null until it has been started.
        private volatile boolean killed;

        private Program(long most, long files, ProcessMemory.Machine machine, Closeable spare) {
            this.most = most;
            this.mostAvailable = machine.available() - most - files;
            this.reserve = machine.total() / RESERVE;
            this.spare = spare;
        }

        /** Looks at it from now on. */
        void started(ProcessHandle handle) {
            process = handle;
            lock.lock();
            try {
                running.add(this);
                if (thread == null) {
                    Thread looks = new Thread(null, MemoryWatch.this::look, "intellibrix-sandbox-memory", 0, false);
                    looks.setDaemon(true);
                    looks.start();
                    thread = looks;
                }
            } finally {
                lock.unlock();
            }
        }

        /** Whether it was killed for the memory that it had. */
        boolean wasKilled() {
            return killed;
        }

        @Override
        public void close() {
            lock.lock();
            try {
                running.remove(this);
            } finally {
                lock.unlock();
                giveUpSpare();
            }
        }

        private void look() {
            ProcessHandle root = process;
            if (root == null) {
                return;
            }
            try {
                if (memory.isOver(root.pid(), most) || isMachineExhausted()) {
                    kill(root);
                }
            } catch (RuntimeException e) {
                LOG.warn("the memory of a sandbox can not be told; its program is ended", e);
                giveUpSpare();
                kill(root);
            }
        }

        /** What the kernel keeps for a program is in no sum, but missing when it is more than all that it may have. */
        private boolean isMachineExhausted() {
            long available = memory.machine().available();
            return available < reserve && available < mostAvailable;
        }

        private void giveUpSpare() {
            try {
                spare.close();
            } catch (IOException e) {
                LOG.debug("a descriptor could not be closed", e);
            }
        }

        private void end() {
            ProcessHandle root = process;
            if (root != null) {
                killed = true;
                giveUpSpare();
                root.destroyForcibly();
            }
        }

        private void kill(ProcessHandle root) {
            List<Long> family = familyOf(root);
            if (root.isAlive()) { // Otherwise its number may be another one's by now.
                killed = true;
                family.forEach(each -> ProcessHandle.of(each).ifPresent(ProcessHandle::destroyForcibly));
            }
        }

        /** Where what it started can not be told, itself alone: the rest of the sandbox ends with it. */
        private List<Long> familyOf(ProcessHandle root) {
            try {
                return memory.family(root.pid());
            } catch (RuntimeException e) {
                return List.of(root.pid());
            }
        }
    }

    /** Whether the thread is there. */
    boolean isLooking() {
        lock.lock();
        try {
            return thread != null;
        } finally {
            lock.unlock();
        }
    }

    private void look() {
        try {
            for (List<Program> all = current(); !all.isEmpty(); all = current()) {
                all.forEach(Program::look);
                LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            }
        } catch (RuntimeException | Error e) {
            LOG.error("the memory of sandboxes can not be watched; their programs are ended", e);
            endAll();
        }
    }

    /** No program goes on that nobody looks at; the next one starts another thread. */
    private void endAll() {
        lock.lock();
        try {
            thread = null;
            running.forEach(Program::end);
        } finally {
            lock.unlock();
        }
    }

    /** When there are none, this thread ends, and the next program starts another one. */
    private List<Program> current() {
        lock.lock();
        try {
            if (running.isEmpty()) {
                thread = null;
            }
            return List.copyOf(running);
        } finally {
            lock.unlock();
        }
    }
}
