package dev.intellibrix.workspace.search;

import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.workspace.fs.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Collects the files of a walk that a glob pattern stands for. Used once. */
public final class GlobSearch implements TreeVisitor<GlobSearch.Match> {

    private final Predicate<String> leadsToFile;
    private final GlobPattern pattern;
    private final int bound;
    private final Skipped skipped = new Skipped();
    private final Found all = new Found();
    private final Found exact = new Found();
    private String folder = "";
    private final AtomicInteger folders = new AtomicInteger(); // Complete at the end only, whoever counted.

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

    /**
     * An entry that the pattern stands for.
     *
     * @param file whether it is a file, or leads to one inside
     */
    record Match(String path, boolean file) {}

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
        if (pattern.matches(relative)) {
            folders.incrementAndGet();
        }
        return pattern.mayMatchBelow(relative);
    }

    @Override
    public Look<Match> look(Cancellation cancellation) {
        return entry -> new Match(entry.path(), !entry.isLink() || leadsToFile.test(entry.path()));
    }

    @Override
    public boolean take(Match found) {
        if (!found.file) {
            skipped.link();
            return true;
        }
        all.add(found.path);
        if (pattern.isExactly(found.path.substring(folder.length()))) {
            exact.add(found.path);
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
        int count = folders.get();
        String folderHint = count == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        " %,d %s: glob lists files, so end the pattern in /** to see what is in there.",
                        count,
                        count == 1 ? "folder does" : "folders do");
        String words = skipped.inWords();
        return folderHint + (words.isEmpty() ? "" : " Skipped: " + words + ignoredHint() + ".");
    }

    private String ignoredHint() {
        return skipped.ignoredCount() > 0 ? " (includeIgnored lists them)" : "";
    }
}
