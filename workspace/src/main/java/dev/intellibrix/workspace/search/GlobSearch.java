package dev.intellibrix.workspace.search;

import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.workspace.fs.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Collects the files of a walk that a glob pattern stands for. Used once, on one thread. */
public final class GlobSearch implements TreeVisitor {

    private final Predicate<String> leadsToFile;
    private final GlobPattern pattern;
    private final int bound;
    private final Skipped skipped = new Skipped();
    private final Found all = new Found();
    private final Found exact = new Found();
    private String folder = "";
    private int folders;

    /**
     * A search.
     *
     * @param leadsToFile whether a path, followed through links, leads to a file inside
     * @param bound how many paths to show at most
     */
    public GlobSearch(Predicate<String> leadsToFile, GlobPattern pattern, int bound) {
        this.leadsToFile = leadsToFile;
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

    public Skipped skipped() {
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
        if (entry.isLink() && !leadsToFile.test(entry.path())) {
            skipped.link();
            return true;
        }
        all.add(entry.path());
        if (pattern.isExactly(entry.path().substring(folder.length()))) {
            exact.add(entry.path());
        }
        return true;
    }

    /** What the model reads. */
    public String answer(String asked) {
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
