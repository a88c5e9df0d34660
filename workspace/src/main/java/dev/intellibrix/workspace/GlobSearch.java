package dev.intellibrix.workspace;

import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.tool.ToolException;
import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects the files of a walk that a glob pattern stands for. Used once, on one thread. */
final class GlobSearch implements TreeVisitor {

    private final Jail jail;
    private final GlobPattern pattern;
    private final int bound;
    private final Skipped skipped = new Skipped();
    private final Found all = new Found();
    private final Found exact = new Found();
    private String folder = "";
    private int folders;

    GlobSearch(Jail jail, GlobPattern pattern, int bound) {
        this.jail = jail;
        this.pattern = pattern;
        this.bound = bound;
    }

    /** Paths as far as they are shown, and how many there are. */
    private final class Found {

        private final List<String> paths = new ArrayList<>();
        private int count;

        void add(String path) {
            if (count++ < bound) {
                paths.add(VisibleText.line(path));
            }
        }
    }

    Skipped skipped() {
        return skipped;
    }

    @Override
    public void startsIn(String start, boolean file) {
        folder = start;
    }

    @Override
    public boolean wants(String path, boolean directory) {
        String relative = path.substring(folder.length());
        if (!directory) {
            return pattern.matches(relative);
        }
        folders += pattern.matches(relative) ? 1 : 0;
        return pattern.mayMatchBelow(relative);
    }

    @Override
    public boolean visit(TreeEntry entry) {
        if (entry.isLink() && !leadsToFile(entry.path())) {
            skipped.link();
            return true;
        }
        all.add(entry.path());
        if (pattern.isExactly(entry.path().substring(folder.length()))) {
            exact.add(entry.path());
        }
        return true;
    }

    private boolean leadsToFile(String path) {
        try (Walk walk = jail.walk(path)) {
            BasicFileAttributes leaf = walk.leaf();
            return leaf != null && leaf.isRegularFile();
        } catch (IOException | ToolException e) {
            return false;
        }
    }

    /** What the model reads. */
    String answer(String asked) {
        Found found = exact.count > 0 ? exact : all;
        MalformedPatternException fault = pattern.fault();
        if (found.count == 0 && fault != null) {
            throw fault;
        }
        if (found.count == 0) {
            return "No file matches " + Shown.text(asked) + "." + hint();
        }
        String list = String.join("\n", found.paths);
        String note = note(found);
        return note.isEmpty() ? list : list + "\n[" + note + "]";
    }

    private String note(Found found) {
        List<String> notes = new ArrayList<>();
        if (found.count > bound) {
            notes.add(String.format(
                    Locale.ROOT,
                    "the first %,d of %,d files; narrow the pattern or raise maxResults",
                    bound,
                    found.count));
        }
        if (!skipped.inWords().isEmpty()) {
            notes.add("skipped: " + skipped.inWords() + ignoredHint());
        }
        return String.join("; ", notes);
    }

    private String hint() {
        String folderHint = folders == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        " %,d %s: glob lists files, so end the pattern in /** to see what is in there.",
                        folders,
                        folders == 1 ? "folder does" : "folders do");
        String words = skipped.inWords();
        return folderHint + (words.isEmpty() ? "" : " Skipped: " + words + ignoredHint() + ".");
    }

    private String ignoredHint() {
        return skipped.ignoredCount() > 0 ? " (includeIgnored lists them)" : "";
    }
}
