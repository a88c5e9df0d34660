package dev.intellibrix.sandbox;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Namespaces of the kernel by {@code bwrap}, limits by the shell inside, and a filter of system calls. */
final class BubblewrapProvider implements SandboxProvider {

    private static final Logger LOG = LoggerFactory.getLogger(BubblewrapProvider.class);

    private static final int NO_USER = -1; // Without root it stays the one that this process has.

    private final BubblewrapOptions options;
    private final ProcessMemory memory = new ProcessMemory(ProcessMemory.PROC);
    private final MemoryWatch watch = new MemoryWatch(memory);
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable BubblewrapHost found; // Guarded by lock.

    BubblewrapProvider(BubblewrapOptions options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "bubblewrap";
    }

    @Override
    public Set<SandboxPromise> promises() {
        Set<SandboxPromise> all = EnumSet.allOf(SandboxPromise.class);
        if (!memory.tellsChildren()) {
            all.remove(SandboxPromise.TOTAL_MEMORY_LIMIT);
        }
        if (!host().limitsProcesses()) {
            all.remove(SandboxPromise.PROCESS_LIMIT);
        }
        return all;
    }

    @Override
    public void check(SandboxLimits limits) {
        requireNoNetwork(limits);
        host();
        try (Sandbox sandbox = open(limits, Cancellation.none())) {
            SandboxRun run = sandbox.run(SandboxCommand.of("true"), Cancellation.none());
            if (!run.succeeded()) {
                throw BubblewrapHost.missing("a program that does nothing ended with status " + run.exitCode());
            }
        }
    }

    @Override
    public Sandbox open(SandboxLimits limits, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        requireNoNetwork(limits);
        BubblewrapHost host = host();
        PrivateFolder folder = folder(host);
        try {
            int user = host.isRoot() ? userId(folder) : NO_USER;
            return new BubblewrapSandbox(host, options, limits, folder, user, watch);
        } catch (IOException e) {
            folder.close();
            throw SandboxException.neverRan("a folder for the sandbox can not be written", e);
        } catch (RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    private PrivateFolder folder(BubblewrapHost host) {
        try {
            return PrivateFolder.create(options.folder(), host.user());
        } catch (IOException e) {
            throw SandboxException.neverRan("there is no folder for the sandbox: " + e.getMessage(), e);
        }
    }

    private int userId(PrivateFolder folder) throws IOException {
        for (int id = options.firstUserId(); id < options.firstUserId() + options.userIds(); id++) {
            if (folder.claim(id)) {
                return id;
            }
        }
        throw SandboxException.neverRan(
                "all " + options.userIds() + " user ids for sandboxes are in use; try again when one has ended");
    }

    /** Looked for once; what crashed processes left is removed then. */
    private BubblewrapHost host() {
        lock.lock();
        try {
            BubblewrapHost host = found;
            if (host == null) {
                host = BubblewrapHost.find();
                sweep(host);
                found = host;
            }
            return host;
        } finally {
            lock.unlock();
        }
    }

    private void sweep(BubblewrapHost host) {
        try {
            PrivateFolder.sweep(options.folder(), host.user());
        } catch (IOException e) {
            LOG.warn("what old sandboxes left could not be removed", e);
        }
    }

    private static void requireNoNetwork(SandboxLimits limits) {
        if (limits.network()) {
            throw new IllegalArgumentException("limits must not ask for a network: bubblewrap has none to give but the"
                    + " machine's own, with all that listens there; use containers for that");
        }
    }
}
