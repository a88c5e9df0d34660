package dev.intellibrix.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Work on files that somebody else has open, as Windows answers it. */
class IoTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void aFileThatIsOpenIsTriedAgainUntilItIsFree() throws IOException {
        Deque<FileSystemException> refusals = new ArrayDeque<>(List.of(
                new AccessDeniedException("a"),
                new FileSystemException("a", null, "another process uses it"),
                new AccessDeniedException("a")));
        String result = Io.whenFree(
                () -> {
                    if (!refusals.isEmpty()) {
                        throw refusals.remove();
                    }
                    return "moved";
                },
                LONG);

        assertThat(result).isEqualTo("moved");
        assertThat(refusals).isEmpty();
    }

    @Test
    void whatIsNeverFreeFailsInTheEnd() {
        AtomicInteger attempts = new AtomicInteger();
        assertThatThrownBy(() -> Io.whenFree(
                        () -> {
                            attempts.incrementAndGet();
                            throw new AccessDeniedException("a");
                        },
                        Duration.ZERO))
                .isInstanceOf(AccessDeniedException.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void whatWaitingDoesNotChangeFailsAtOnce() {
        for (IOException failure : List.of(
                new NoSuchFileException("a"), new AtomicMoveNotSupportedException("a", "b", "no"), new IOException())) {
            AtomicInteger attempts = new AtomicInteger();
            assertThatThrownBy(() -> Io.whenFree(
                            () -> {
                                attempts.incrementAndGet();
                                throw failure;
                            },
                            LONG))
                    .isSameAs(failure);
            assertThat(attempts).hasValue(1);
        }
    }

    @Test
    void anInterruptIsKeptAndDoesNotEndTheWait() throws IOException {
        AtomicInteger attempts = new AtomicInteger();
        Thread.currentThread().interrupt();
        Io.whenFree(
                () -> {
                    if (attempts.incrementAndGet() < 3) {
                        throw new AccessDeniedException("a");
                    }
                    return true;
                },
                LONG);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(attempts).hasValue(3);
    }
}
