package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.FileContent;
import dev.intellibrix.workspace.FileTarget;
import dev.intellibrix.workspace.FileTracker;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Writes what was planned. Each file is swapped in one step, and only when it is still what the plan was made for; when
 * one can not be written, all that was written before is put back. The caller holds the locks. Not thread-safe.
 */
final class Commit {

    /** More files than these are not forced to the disk one by one, which would take most of the time. */
    private static final int MAX_FORCED = 8;

    private final List<PlannedFile> files;
    private final ToolContext context;
    private final Deque<Undo> undo = new ConcurrentLinkedDeque<>();
    private int done;

    /** Takes back one change. */
    private record Undo(String path, Runnable action) {}

    Commit(List<PlannedFile> files, ToolContext context) {
        this.files = files.stream().filter(PlannedFile::isChanged).toList();
        this.context = context;
    }

    /**
     * Writes everything, or nothing.
     *
     * @throws ToolException when a file can not be written; it says when something could not be put back
     */
    void run() {
        try {
            files.stream()
                    .filter(file -> file.exists() && file.before() == null)
                    .forEach(this::create);
            Crew.each(
                    files.stream()
                            .filter(file -> file.exists() && file.before() != null)
                            .toList(),
                    this::step,
                    this::replace);
            files.stream().filter(file -> !file.exists()).forEach(this::delete);
        } catch (ToolException e) {
            throw new ToolException(e.getMessage() + "; " + outcome(rollBack()), e);
        } catch (RuntimeException | Error e) {
            List<String> left = rollBack();
            if (!left.isEmpty()) {
                throw new ToolException(outcome(left), e);
            }
            throw e;
        }
    }

    private void step(PlannedFile file) {
        context.cancellation().throwIfCancelled();
        context.progress("writing " + Excerpt.path(file.path()), (double) done++ / files.size());
    }

    private FileTarget target(PlannedFile file) {
        return files.size() > MAX_FORCED ? file.target().withoutSync() : file.target();
    }

    private void create(PlannedFile file) {
        step(file);
        FileState now = Objects.requireNonNull(file.now());
        FileTarget target = target(file);
        int folders = target.missingFolders();
        if (folders > 0) {
            undo.push(new Undo(target.path(), () -> target.deleteEmptyFolders(folders)));
        }
        FileContent like = now.like();
        if (like == null) {
            target.create(now.content(), now.isExecutable());
        } else {
            target.create(now.content(), like);
        }
        undo.push(new Undo(target.path(), () -> target.delete(version(now))));
        if (like != null && now.isExecutable() != like.isExecutable()) {
            target.replace(version(now), now.content(), now.isExecutable());
        }
    }

    private void replace(PlannedFile file) {
        FileState now = Objects.requireNonNull(file.now());
        FileContent before = Objects.requireNonNull(file.before());
        FileTarget target = target(file);
        FileContent like = now.like();
        if (like == before || like == null) {
            if (!now.hasOwnMode() && like != null) {
                target.replace(before.version(), now.content());
            } else {
                target.replace(before.version(), now.content(), now.isExecutable());
            }
        } else {
            target.replace(before.version(), now.content(), like);
        }
        undo.push(new Undo(file.path(), () -> target.replace(version(now), before.bytes(), before)));
        if (like != null && like != before && now.isExecutable() != like.isExecutable()) {
            target.replace(version(now), now.content(), now.isExecutable());
        }
    }

    /** Only what is put back needs it. */
    private static String version(FileState now) {
        return FileTracker.version(now.content());
    }

    private void delete(PlannedFile file) {
        step(file);
        FileContent before = Objects.requireNonNull(file.before());
        FileTarget target = target(file);
        target.delete(before.version());
        undo.push(new Undo(file.path(), () -> target.create(before.bytes(), before)));
    }

    /**
     * Takes all changes back, the last one first; returns the files for which that failed. An interrupt, which may be why this is
     * done, would end it as well, so it waits until all is done.
     */
    private List<String> rollBack() {
        boolean interrupted = Thread.interrupted();
        List<String> left = new ArrayList<>();
        while (!undo.isEmpty()) {
            Undo change = undo.pop();
            try {
                change.action.run();
            } catch (RuntimeException e) {
                left.add(Excerpt.path(change.path));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return left;
    }

    private static String outcome(List<String> left) {
        return left.isEmpty()
                ? "all files are as they were before the patch"
                : "the patch was taken back, except in these files, which changed meanwhile or can not be written: "
                        + String.join(", ", left);
    }
}
