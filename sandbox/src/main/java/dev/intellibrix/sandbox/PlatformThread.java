package dev.intellibrix.sandbox;

import dev.intellibrix.internal.process.ProcessResult;
import dev.intellibrix.internal.process.ProcessRunner;
import dev.intellibrix.internal.process.ProcessSpec;
import dev.intellibrix.internal.process.ProcessStartException;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Runs a program on a thread that lives as long as the program does. The kernel kills a program that is to die with its parent
 * when the thread that started it ends, and the thread under a virtual one may end at any time; so a virtual thread gets
 * another one for it. Every other thread waits here for the end of its program.
 */
final class PlatformThread {

    private static final Optional<MethodHandle> IS_VIRTUAL = isVirtual(); // Since Java 21.

    private PlatformThread() {}

    /**
     * {@link ProcessRunner#run}.
     *
     * @throws SandboxException when it could not be started; it never ran then
     * @throws CancellationException when it was cancelled or this thread is interrupted
     */
    static ProcessResult run(ProcessSpec spec, Cancellation cancellation) {
        if (isVirtual(Thread.currentThread())) {
            return runElsewhere(spec, cancellation);
        }
        try {
            return ProcessRunner.run(spec, cancellation);
        } catch (ProcessStartException e) {
            throw SandboxException.neverRan(reason(e), e);
        }
    }

    private static ProcessResult runElsewhere(ProcessSpec spec, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        CancellationSource stop = new CancellationSource();
        CompletableFuture<ProcessResult> result = new CompletableFuture<>();
        Thread thread = new Thread(null, () -> complete(result, spec, stop), "intellibrix-sandbox", 0, false);
        thread.setDaemon(true);
        Cancellation.Registration registration = cancellation.onCancel(stop::cancel);
        try {
            thread.start();
            return result.get();
        } catch (InterruptedException e) {
            stop.cancel();
            result.handle((value, failure) -> true).join(); // The program has been ended by then.
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } catch (ExecutionException e) {
            throw unchecked(e);
        } finally {
            registration.close();
        }
    }

    private static void complete(CompletableFuture<ProcessResult> result, ProcessSpec spec, Cancellation stop) {
        try {
            result.complete(ProcessRunner.run(spec, stop));
        } catch (Throwable e) {
            result.completeExceptionally(new ExecutionException(e));
        }
    }

    /** What was thrown is wrapped twice: a future gives a cancellation of the run as one of its own otherwise. */
    private static RuntimeException unchecked(ExecutionException e) {
        Throwable cause = e;
        while (cause instanceof ExecutionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof ProcessStartException refused) {
            return SandboxException.neverRan(reason(refused), refused);
        }
        return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    }

    private static Optional<MethodHandle> isVirtual() {
        try {
            return Optional.of(MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class)));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return Optional.empty();
        }
    }

    private static boolean isVirtual(Thread thread) {
        if (IS_VIRTUAL.isEmpty()) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.get().invokeExact(thread);
        } catch (Throwable e) {
            throw new IllegalStateException("a thread does not say what it is", e);
        }
    }

    private static String reason(ProcessStartException refused) {
        return switch (refused.reason()) {
            case ARGUMENTS_TOO_LONG -> "the arguments are too long; put the data into a file";
            case NOT_ENCODABLE -> "this program's locale has no bytes for a character of the arguments; use ASCII";
            case PROGRAM_NOT_FOUND, DIRECTORY_NOT_FOUND, REFUSED -> "the sandbox's program can not be started";
        };
    }
}
