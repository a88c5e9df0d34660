package dev.intellibrix.internal.process;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process and all that it started, as far as it can be found: its group, when it leads one, and its descendants. A daemon
 * that leaves both the group and its parents is out of reach. Not thread-safe, but for {@link #kill}.
 */
final class ProcessTree {

    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long SIGNAL_SECONDS = 2;
    private static final String SHELL = "/bin/sh";

    private final Process process;
    private final boolean leadsGroup;
    private final Set<ProcessHandle> members = new LinkedHashSet<>();

    ProcessTree(Process process, boolean leadsGroup) {
        this.process = process;
        this.leadsGroup = leadsGroup;
    }

    /** Asks all to end, then, after a short grace, kills all. An interrupt of this thread waits until that is done. */
    void end() {
        boolean interrupted = Thread.interrupted();
        find();
        ask();
        awaitMembers();
        find(); // What was started meanwhile.
        signalGroup("KILL");
        members.forEach(ProcessHandle::destroyForcibly);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Kills what is left in the group after its leader has ended.
     *
     * @param soon whether the leader has just been started
     */
    void killRest(boolean soon) {
        if (!soon || !ProcessGroups.isSurelyEmpty(process.pid())) {
            signalGroup("KILL");
        }
    }

    /** Kills all at once. */
    void kill() {
        ProcessHandle root = process.toHandle();
        Set<ProcessHandle> all = new LinkedHashSet<>();
        root.descendants().forEach(all::add); // Before the kill: orphans are nobody's descendants.
        signalGroup("KILL");
        root.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
    }

    /** Remembers what it has started by now; descendants that are orphans later are still known then. */
    void find() {
        ProcessHandle root = process.toHandle();
        members.add(root);
        for (ProcessHandle member : Set.copyOf(members)) {
            member.descendants().forEach(members::add);
        }
    }

    /** Asks each once: who cleans up when it is asked would do so twice. */
    private void ask() {
        boolean groupIsAsked = signalGroup("TERM");
        members.stream()
                .filter(member -> !groupIsAsked || !ProcessGroups.isSurelyIn(process.pid(), member.pid()))
                .forEach(ProcessHandle::destroy);
    }

    private void awaitMembers() {
        long end = System.nanoTime() + GRACE_NANOS;
        while (members.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /**
     * The JDK can not signal a group; the shell's own {@code kill} can, also where no program of that name is installed.
     * The group's number is not given to another process while the group has a member.
     *
     * @return whether the group got the signal
     */
    private boolean signalGroup(String signal) {
        if (!leadsGroup) {
            return false;
        }
        ProcessBuilder builder = new ProcessBuilder(
                SHELL, "-c", "kill -s \"$1\" -- \"-$2\"", SHELL, signal, Long.toString(process.pid()));
        builder.environment().clear();
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        try {
            return endsWell(builder.start());
        } catch (IOException e) {
            return false; // Without a shell the handles are all there is.
        }
    }

    private static boolean endsWell(Process kill) {
        boolean interrupted = Thread.interrupted();
        try {
            return kill.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS) && kill.exitValue() == 0;
        } catch (InterruptedException e) {
            interrupted = true;
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
