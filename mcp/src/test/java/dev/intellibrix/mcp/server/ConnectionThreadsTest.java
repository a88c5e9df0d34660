package dev.intellibrix.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionThreadsTest {

    /** What reading from a pipe that nobody writes to ends with. */
    private static Throwable readForever() {
        try {
            Pipe.open().source().read(ByteBuffer.allocate(1));
            return new AssertionError("something was read");
        } catch (IOException e) {
            return e;
        }
    }

    @Test
    void endsAReadThatTakesTooLongAndLeavesTheThreadAsItWas() throws Exception {
        try (ConnectionThreads threads = new ConnectionThreads(1, Duration.ofMillis(50))) {
            CompletableFuture<Throwable> end = new CompletableFuture<>();
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            threads.execute(() -> end.complete(readForever()));
            assertThat(end.get(60, TimeUnit.SECONDS)).isInstanceOf(ClosedByInterruptException.class);

            runWhenFree(
                    threads, () -> interrupted.complete(Thread.currentThread().isInterrupted()));
            assertThat(interrupted.get(60, TimeUnit.SECONDS)).isFalse();
        }
    }

    /** Tries until the one thread is free; an interrupted thread means that it was not. */
    private static void runWhenFree(ConnectionThreads threads, Runnable work) throws Exception {
        boolean done = false;
        while (!done) {
            CompletableFuture<Boolean> free = new CompletableFuture<>();
            threads.execute(() -> {
                boolean isFree = !Thread.currentThread().getName().contains("refusing");
                if (isFree) {
                    work.run();
                }
                free.complete(isFree);
            });
            done = free.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void aRequestThatHasArrivedMayTakeAsLongAsItNeeds() throws Exception {
        try (ConnectionThreads threads = new ConnectionThreads(1, Duration.ofMillis(50))) {
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            CountDownLatch never = new CountDownLatch(1);
            threads.execute(() -> {
                threads.arrived();
                try {
                    interrupted.complete(never.await(1, TimeUnit.SECONDS));
                } catch (InterruptedException e) {
                    interrupted.complete(true);
                }
            });
            assertThat(interrupted.get(60, TimeUnit.SECONDS)).isFalse();
        }
    }

    @Test
    void beyondItsBoundAReadFailsAtOnce() throws Exception {
        try (ConnectionThreads threads = new ConnectionThreads(1, Duration.ofMinutes(10))) {
            CountDownLatch begun = new CountDownLatch(1);
            threads.execute(() -> {
                begun.countDown();
                readForever();
            });
            begun.await();
            CompletableFuture<Throwable> end = new CompletableFuture<>();

            threads.execute(() -> end.complete(readForever()));

            assertThat(end.get(60, TimeUnit.SECONDS)).isInstanceOf(ClosedByInterruptException.class);
        }
    }
}
