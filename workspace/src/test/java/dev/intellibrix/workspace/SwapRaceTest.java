package dev.intellibrix.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.TemporaryNames;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody swaps a folder or a file for a link outside, and back, while the tools work below it. */
class SwapRaceTest {

    private static final int SWAPS = 2_000;
    private static final int MANY_SWAPS = 100_000;

    @TempDir
    Path base;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicBoolean over = new AtomicBoolean();
    private ToolFolder folder;
    private int gaps;
    private Jail jail;

    @BeforeEach
    void open() throws IOException {
        folder = ToolFolder.in(base);
        jail = Jail.of(folder.root());
        folder.file("d/s.txt", "inside\n");
        folder.file("d/sub/s.txt", "inside\n");
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void nothingOutsideIsReachedThroughASwappedFolder() throws Exception {
        race("d", SWAPS);
    }

    @Test
    void nothingOutsideIsReachedThroughASwappedFile() throws Exception {
        race("d/s.txt", SWAPS);
    }

    @Test
    @Tag("thorough")
    void nothingOutsideIsReachedThroughManySwapsOfAFolder() throws Exception {
        race("d", MANY_SWAPS);
    }

    @Test
    @Tag("thorough")
    void nothingOutsideIsReachedThroughManySwapsOfAFile() throws Exception {
        race("d/s.txt", MANY_SWAPS);
    }

    private void race(String swapped, int swaps) throws Exception {
        List<Future<?>> workers = new ArrayList<>();
        AtomicInteger successes = new AtomicInteger();
        AtomicInteger refusals = new AtomicInteger();
        for (Attempt attempt : attempts()) {
            workers.add(threads.submit(() -> {
                for (int i = 0; !over.get(); i++) {
                    (attempt.succeeds(i) ? successes : refusals).incrementAndGet();
                }
                return null;
            }));
        }
        swap(folder.root().resolve(swapped), folder.outside().resolve(swapped.equals("d") ? "" : "s.txt"), swaps);
        over.set(true);
        for (Future<?> each : workers) {
            each.get(60, TimeUnit.SECONDS);
        }

        assertThat(folder.outsideIsUntouched()).isTrue();
        assertThat(successes).hasPositiveValue();
        assertThat(refusals).hasPositiveValue();
        assertThat(folder.files())
                .noneMatch(name ->
                        TemporaryNames.isTemporary(Path.of(name).getFileName().toString()));
    }

    private void swap(Path inside, Path outside, int swaps) throws IOException {
        Path aside = inside.resolveSibling("aside");
        for (int i = 0; i < swaps; i++) {
            Files.move(inside, aside);
            inTheGap(inside, () -> Files.createSymbolicLink(inside, outside));
            Files.delete(inside);
            inTheGap(inside, () -> Files.move(aside, inside));
        }
    }

    /** What the tools made while nothing had the name is put away. */
    private void inTheGap(Path inside, Step step) throws IOException {
        while (true) {
            try {
                step.take();
                return;
            } catch (FileSystemException e) {
                assertThat(inside).exists();
                Files.move(inside, folder.root().resolve("gap" + gaps++));
            }
        }
    }

    private interface Step {
        void take() throws IOException;
    }

    private interface Attempt {
        boolean succeeds(int round) throws Exception;
    }

    private List<Attempt> attempts() {
        Session tools = Session.with(WorkspaceTools.in(folder.root()));
        Session search = Session.with(WorkspaceTools.in(folder.root()));
        return List.of(
                round -> read(),
                round -> list(),
                round -> write(round),
                round -> create(round),
                round -> isSuccess(tools.call("edit_file", edit(round))),
                round -> search(round, search));
    }

    /** The files outside have other content, and there is no {@code sub}. */
    private static boolean search(int round, Session tools) {
        if (round % 2 == 0) {
            Map<String, ?> secrets = Map.of("pattern", "SECR[E]T|inside", "ignoreCase", true, "includeIgnored", true);
            return isSuccess(tools.call("grep", secrets));
        }
        ToolResultPart names = tools.call("glob", Map.of("pattern", "d/**"));
        if (names.text().contains("d/s.txt")) {
            assertThat(names.text()).contains("d/sub/");
        }
        return isSuccess(names);
    }

    private boolean read() throws IOException {
        try (OpenFile file = jail.open("d/s.txt")) {
            String text = new String(Channels.newInputStream(file.channel()).readAllBytes(), UTF_8);
            assertThat(text).doesNotContain("SECRET");
            return true;
        } catch (ToolException e) {
            return false;
        }
    }

    private boolean list() throws IOException {
        try (OpenDirectory directory = jail.openDirectory("d")) {
            List<String> names = new ArrayList<>();
            directory.entries().forEachRemaining(entry -> names.add(entry.name()));
            assertThat(names).as("not what is outside").isNotEqualTo(List.of("s.txt"));
            return true;
        } catch (ToolException e) {
            return false;
        }
    }

    private boolean write(int round) {
        try {
            FileTarget target = jail.target("d/sub/s.txt", Set.of());
            return FileLocks.withFileLock(target.realPath(), () -> {
                String version = target.version().orElse("none");
                target.replace(version, ("inside " + round).getBytes(UTF_8));
                return true;
            });
        } catch (ToolException e) {
            return false;
        }
    }

    /** Makes a folder and a file in it, and takes the file away again. */
    private boolean create(int round) {
        try {
            byte[] content = "made".getBytes(UTF_8);
            FileTarget target = jail.target("d/new" + round % 50 + "/f", Set.of());
            target.create(content, false);
            target.delete(FileTracker.version(content));
            return true;
        } catch (ToolException e) {
            return false;
        }
    }

    private static Map<String, ?> edit(int round) {
        return Map.of(
                "path", "d/s.txt",
                "oldText", round % 2 == 0 ? "inside" : "INSIDE",
                "newText", round % 2 == 0 ? "INSIDE" : "inside");
    }

    private static boolean isSuccess(ToolResultPart result) {
        assertThat(result.text()).doesNotContain("SECRET");
        return result.outcome() == ToolOutcome.SUCCEEDED;
    }
}
