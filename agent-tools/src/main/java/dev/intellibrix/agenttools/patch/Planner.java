package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.agenttools.text.StoredText;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Applies the sections of a patch to a tree in memory, each to what the ones before it made, and collects what does not
 * fit. Not thread-safe.
 */
final class Planner {

    private static final int MAX_PROBLEMS = 20;

    private final Tree tree;
    private final Consumer<PlannedFile> requireSeen;
    private final Runnable checkpoint;
    private final Set<PlannedFile> broken = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private List<Section> later = List.of();

    /**
     * @param requireSeen ends a change to a file that the model does not know as it is
     * @param checkpoint runs between sections, and ends a call that nobody waits for
     */
    Planner(Tree tree, Consumer<PlannedFile> requireSeen, Runnable checkpoint) {
        this.tree = tree;
        this.requireSeen = requireSeen;
        this.checkpoint = checkpoint;
    }

    /** Finds where all files are, without reading one, so that they can be locked. */
    void locate(List<Section> sections) {
        for (Section section : sections) {
            try {
                filesOf(section);
            } catch (ToolException e) {
                problems.add(e.getMessage());
            }
        }
        requireNoProblems();
    }

    private Set<PlannedFile> filesOf(Section section) {
        Set<PlannedFile> files = new LinkedHashSet<>();
        files.add(tree.locate(section.from()));
        files.add(tree.locate(section.to()));
        PlannedFile other = tree.locateOther(section.otherName());
        if (other != null) {
            files.add(other);
        }
        return files;
    }

    /**
     * Plans all sections.
     *
     * @throws Misfit when one of them can not be applied
     */
    void plan(List<Section> sections) {
        for (int i = 0; i < sections.size(); i++) {
            checkpoint.run();
            later = sections.subList(i + 1, sections.size());
            plan(sections.get(i));
        }
        for (PlannedFile file : tree.files()) {
            if (file.isDisplaced() && !broken.contains(file)) {
                problems.add(Excerpt.path(file.path()) + ": exists already");
            }
        }
        requireNoProblems();
        if (tree.files().stream().noneMatch(PlannedFile::isChanged)) {
            throw new Misfit("the patch changes nothing: its sections undo each other, or the modes are set already");
        }
    }

    private void plan(Section section) {
        Set<PlannedFile> files = filesOf(section);
        if (files.stream().anyMatch(broken::contains)) {
            broken.addAll(files);
            return;
        }
        try {
            apply(section);
        } catch (ToolException e) {
            problems.add(e.getMessage());
            broken.addAll(files);
        }
    }

    private void apply(Section section) {
        switch (section.kind()) {
            case MODIFY -> modify(section);
            case CREATE -> create(section);
            case DELETE -> delete(section, true);
            case DISCARD -> delete(section, false);
            case RENAME -> rename(section);
            case COPY -> copy(section);
        }
    }

    private void modify(Section section) {
        PlannedFile file = existing(section);
        boolean absent = section.epoch() == Section.Epoch.OLD && section.onlyAdds();
        if (absent || (!file.exists() && section.onlyAdds())) {
            create(section);
            return;
        }
        FileState state = file.required();
        requireChangeable(file);
        FileState changed = edited(file, state, section).withExecutable(section.executable());
        boolean goes = section.epoch() == Section.Epoch.NEW && changed.content().length == 0;
        if (section.hunks().isEmpty() && state.isExecutable() == changed.isExecutable()) {
            throw new ToolException(
                    Excerpt.path(file.path()) + ": has this mode already, so there is nothing to change");
        }
        file.set(goes ? null : changed);
    }

    private void requireChangeable(PlannedFile file) {
        requireSeen.accept(file);
        if (file.before() != null && file.before().isReadOnly()) {
            throw new ToolException(Excerpt.path(file.path()) + " is read-only");
        }
    }

    /** The file that a section starts from; of two readings of its name the one for which there is a file. */
    private PlannedFile existing(Section section) {
        PlannedFile file = tree.load(section.from());
        PlannedFile other = file.exists() ? null : tree.locateOther(section.otherName());
        return other != null && tree.load(other).exists() ? other : file;
    }

    private static FileState edited(PlannedFile file, FileState state, Section section) {
        if (section.hunks().isEmpty()) {
            return state;
        }
        StoredText stored = StoredText.of(state.content());
        FileEdit.Result result = new FileEdit(file.path(), stored.utf8(), section.hunks()).apply();
        byte[] content = stored.store(result.content())
                .orElseThrow(() -> new ToolException(Excerpt.path(file.path())
                        + ": the patch adds characters that its encoding, " + stored.charsetName() + ", has not"));
        return state.with(content, result.places());
    }

    private void create(Section section) {
        PlannedFile file = tree.load(section.to());
        if (!section.hunks().isEmpty() && !section.onlyAdds()) {
            throw new ToolException(
                    Excerpt.path(file.path()) + ": a section for a new file has only added lines, each with a +");
        }
        FileEdit.Result result = section.hunks().isEmpty()
                ? new FileEdit.Result(new byte[0], List.of())
                : new FileEdit(file.path(), new byte[0], section.hunks()).apply();
        put(file, FileState.created(result, section.executable()));
    }

    /** Puts a file where there must be none, or one that a later section takes away. */
    private void put(PlannedFile file, FileState state) {
        file.requireNoLink();
        if (!file.exists()) {
            file.set(state);
        } else if (!file.isDisplaced() && later.stream().anyMatch(section -> takes(section, file))) {
            requireChangeable(file);
            file.displace(state);
        } else {
            throw new ToolException(
                    Excerpt.path(file.path()) + ": exists already; to change it, send a diff against what it holds");
        }
    }

    private boolean takes(Section section, PlannedFile file) {
        return switch (section.kind()) {
            case RENAME, DELETE, DISCARD -> tree.locate(section.from()) == file;
            default -> false;
        };
    }

    private void delete(Section section, boolean whole) {
        PlannedFile file = existing(section);
        file.requireNoLink();
        requireChangeable(file);
        FileState state = file.take();
        byte[] rest = whole ? edited(file, state, section).content() : new byte[0];
        if (rest.length > 0) {
            throw new ToolException(Excerpt.path(file.path())
                    + ": the patch deletes this file, but removes only a part of what it holds; read it again");
        }
    }

    private void rename(Section section) {
        PlannedFile from = tree.load(section.from());
        PlannedFile to = tree.load(section.to());
        from.requireNoLink();
        if (from == to) {
            throw new ToolException(Excerpt.path(from.path()) + ": renamed to itself");
        }
        requireChangeable(from);
        FileState taken = edited(from, from.take(), section);
        put(to, taken.withExecutable(section.executable()).renamedFrom(from.path()));
    }

    private void copy(Section section) {
        PlannedFile from = tree.load(section.from());
        PlannedFile to = tree.load(section.to());
        FileState source = from.original() == null ? from.required() : from.original();
        put(
                to,
                edited(from, source, section)
                        .withExecutable(section.executable())
                        .copiedFrom(from.path()));
    }

    private void requireNoProblems() {
        if (problems.isEmpty()) {
            return;
        }
        StringBuilder message = new StringBuilder("the patch does not apply, and nothing was written:");
        problems.stream()
                .limit(MAX_PROBLEMS)
                .forEach(each -> message.append('\n').append(each));
        if (problems.size() > MAX_PROBLEMS) {
            message.append("\nand ").append(problems.size() - MAX_PROBLEMS).append(" more");
        }
        String fits = fits();
        message.append(fits.isEmpty() ? "" : "\nthe rest would fit: " + fits);
        throw new Misfit(message.append("\nread what does not fit again, and send the whole patch, corrected")
                .toString());
    }

    private String fits() {
        List<String> fine = tree.files().stream()
                .filter(file -> !broken.contains(file) && file.isChanged())
                .map(file -> Excerpt.path(file.path()) + lineNumbers(file.now()))
                .limit(MAX_PROBLEMS)
                .toList();
        return String.join(", ", fine);
    }

    private static String lineNumbers(@Nullable FileState state) {
        return state == null || state.places().isEmpty() ? "" : " (" + Report.lineNumbers(state.places()) + ")";
    }
}
