package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import dev.intellibrix.workspace.search.SearchStart;
import dev.intellibrix.workspace.search.Skipped;
import dev.intellibrix.workspace.search.TreeEntry;
import dev.intellibrix.workspace.search.TreeVisitor;
import dev.intellibrix.workspace.search.TreeWalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class TreeWalkTest {

    @TempDir
    Path folder;

    private GitTree tree() throws IOException {
        return new GitTree(folder.toRealPath());
    }

    @Test
    void cancellationEndsAWalk() throws IOException {
        GitTree tree = tree();
        for (int i = 0; i < 50; i++) {
            tree.files("d" + i + "/f");
        }
        CancellationSource source = new CancellationSource();
        AtomicInteger visited = new AtomicInteger();
        TreeVisitor<String> visitor = new TreeVisitor<>() {
            @Override
            public boolean wants(String path, boolean directory) {
                return true;
            }

            @Override
            public Look<String> look(Cancellation cancellation) {
                return TreeEntry::path;
            }

            @Override
            public boolean take(String path) {
                if (visited.incrementAndGet() == 10) {
                    source.cancel();
                }
                return true;
            }
        };
        SearchStart start = Jail.of(tree.root()).searchFrom(".");
        TreeWalk<String> walk = new TreeWalk<>(false, source, visitor, new Skipped());
        assertThatThrownBy(() -> walk.from(start)).isInstanceOf(CancellationException.class);
        assertThat(visited).hasValue(10);
    }

    @Test
    void foldersThatAreNestedTooDeepAreCountedAndLeftOut() throws IOException {
        Path deep = tree().root();
        for (int i = 0; i < 300; i++) {
            deep = Files.createDirectory(deep.resolve("d"));
        }
        Files.createFile(deep.resolve("f"));
        tree().files("g");
        Walked walked = Walked.in(tree().root(), ".", false);
        assertThat(walked.paths()).containsExactly("g");
        assertThat(walked.skipped().inWords()).isEqualTo("1 too deep");
    }

    @Test
    void namesThatAreNotTextAreWalkedAndIgnoredByTheirBytes() throws IOException, InterruptedException {
        tree().file(".gitignore", "b\u00ff\n");
        Process touch = new ProcessBuilder("sh", "-c", "touch \"$(printf 'a\\377')\" \"$(printf 'b\\377')\"")
                .directory(tree().root().toFile())
                .start();
        assertThat(touch.waitFor()).isZero();
        Walked walked = Walked.in(tree().root(), ".", false);
        assertThat(walked.paths()).containsExactly(".gitignore", "a\ufffd");
        assertThat(walked.skipped().ignoredCount()).isEqualTo(1);
    }

    @Test
    void onlyFilesAndLinksAreVisited() throws IOException, InterruptedException {
        tree().files("f");
        Process mkfifo =
                new ProcessBuilder("mkfifo", tree().root().resolve("pipe").toString()).start();
        assertThat(mkfifo.waitFor()).isZero();
        Process ignoreFifo =
                new ProcessBuilder("mkfifo", tree().root().resolve(".gitignore").toString()).start();
        assertThat(ignoreFifo.waitFor()).isZero();
        assertThat(Walked.files(tree().root(), ".")).containsExactly("f");
    }

    /** What fails outside of the look at a file must not leave the caller waiting for a result that never comes. */
    @Test
    @Timeout(120)
    void whatEndsAHelperEndsTheWalk() throws IOException {
        assumeThat(Runtime.getRuntime().availableProcessors()).as("processors").isGreaterThan(1);
        GitTree tree = tree();
        for (int i = 0; i < 50; i++) {
            tree.files("d" + i + "/f");
        }
        Thread caller = Thread.currentThread();
        CountDownLatch helped = new CountDownLatch(1);
        AtomicInteger seen = new AtomicInteger();
        TreeVisitor<String> visitor = new TreeVisitor<>() {
            @Override
            public boolean wants(String path, boolean directory) {
                return true;
            }

            @Override
            public Look<String> look(Cancellation cancellation) {
                return entry -> {
                    if (Thread.currentThread().equals(caller) && seen.incrementAndGet() > 3) {
                        await(helped); // Helpers are there by now, and get their turn.
                    }
                    return entry.path();
                };
            }

            @Override
            public boolean take(String path) {
                return true;
            }

            @Override
            public long size(String path) {
                if (Thread.currentThread().equals(caller)) {
                    return 0;
                }
                helped.countDown();
                throw new IllegalStateException("no memory");
            }
        };
        SearchStart start = Jail.of(tree.root()).searchFrom(".");
        TreeWalk<String> walk = new TreeWalk<>(false, Cancellation.none(), visitor, new Skipped());
        assertThatThrownBy(() -> walk.from(start)).hasRootCauseMessage("no memory");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
