package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class FileLocksTest {

    @TempDir
    Path base;

    private final ExecutorService threads = Executors.newFixedThreadPool(16);

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void oneFileHasOneLockByAllItsNames() throws Exception {
        Path file = Files.writeString(base.resolve("f"), "x");
        Path link = Files.createSymbolicLink(base.resolve("l"), file);
        AtomicBoolean inside = new AtomicBoolean();
        CountDownLatch started = new CountDownLatch(1);

        Future<?> other = FileLocks.withFileLock(file, () -> {
            Future<?> waiting = threads.submit(() -> {
                started.countDown();
                return FileLocks.withFileLock(link, () -> inside.get());
            });
            started.await();
            inside.set(true);
            return waiting;
        });

        assertThat(other.get(30, TimeUnit.SECONDS)).isEqualTo(true);
    }

    @Test
    void locksOfSeveralFilesNeverWaitForEachOther() throws Exception {
        Path a = base.resolve("a");
        Path b = base.resolve("b");
        AtomicInteger count = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            List<Path> order = i % 2 == 0 ? List.of(a, b) : List.of(b, a, b);
            all.add(threads.submit(() -> {
                for (int n = 0; n < 500; n++) {
                    FileLocks.withFileLocks(order, count::incrementAndGet);
                }
            }));
        }
        for (Future<?> each : all) {
            each.get(60, TimeUnit.SECONDS);
        }

        assertThat(count).hasValue(16 * 500);
    }

    @Test
    void anInterruptEndsTheWaitAndReleasesWhatWasHeld() throws Exception {
        Path a = base.resolve("a");
        Path b = base.resolve("b");
        Thread waiter = new Thread(() -> {
            assertThatThrownBy(() -> FileLocks.withFileLocks(List.of(a, b), () -> 1))
                    .isInstanceOf(CancellationException.class);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        });
        FileLocks.withFileLock(b, () -> {
            waiter.start();
            waiter.interrupt();
            waiter.join();
            return 1;
        });

        assertThat(FileLocks.withFileLocks(List.of(a, b), () -> 2)).isEqualTo(2);
    }

    @Test
    void leavesNothingBehind() throws IOException {
        for (int i = 0; i < 10_000; i++) {
            Path file = base.resolve("f" + i);
            FileLocks.withFileLock(file, () -> 1);
        }
        for (int i = 0; i < 50 && FileLocks.size() > 1_000; i++) {
            System.gc();
        }

        assertThat(FileLocks.size()).isLessThan(1_000);
        assertThat(base).isEmptyDirectory();
    }

    @Test
    void noEditOfManyThreadsIsLost() throws Exception {
        ToolFolder folder = ToolFolder.in(base);
        StringBuilder content = new StringBuilder();
        for (int i = 0; i < 16; i++) {
            content.append("<").append(i).append(":0>\n");
        }
        folder.file("f", content.toString());
        // Tools that were built independently share the locks.
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            int own = i;
            Session session = Session.with(WorkspaceTools.in(folder.root()));
            all.add(threads.submit(() -> {
                for (int n = 0; n < 10; n++) {
                    session.ok(
                            "edit_file",
                            Map.of(
                                    "path", "f",
                                    "oldText", "<" + own + ":" + n + ">",
                                    "newText", "<" + own + ":" + (n + 1) + ">"));
                }
            }));
        }
        for (Future<?> each : all) {
            each.get(60, TimeUnit.SECONDS);
        }

        assertThat(folder.content("f")).isEqualTo(content.toString().replace(":0>", ":10>"));
        assertThat(folder.files()).containsExactly("f");
    }
}
