package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;

/** Searches the files of a walk. Used once, on one thread. */
public final class GrepSearch implements TreeVisitor {

    private final GrepQuery query;
    private final LineSearch lines;
    private final MultilineSearch whole;
    private final GrepReport report;
    private final SeenFiles seen;
    private final Skipped skipped = new Skipped();
    private final TextWindow window = new TextWindow();
    private String folder = "";
    private boolean oneFile;
    private boolean binaryMatch;
    private int searched;

    public GrepSearch(GrepQuery query, GrepReport report, SeenFiles seen, Cancellation cancellation) {
        this.query = query;
        this.lines = new LineSearch(query.pattern(), query.context(), cancellation);
        this.whole = new MultilineSearch(query.pattern(), query.context(), cancellation);
        this.report = report;
        this.seen = seen;
    }

    public Skipped skipped() {
        return skipped;
    }

    /** How many files were searched. */
    public int searched() {
        return searched;
    }

    /** Whether the one file that was asked for is binary and holds a match. */
    public boolean isBinaryMatch() {
        return binaryMatch;
    }

    @Override
    public void startsIn(String start, boolean file) {
        folder = start;
        oneFile = file;
    }

    @Override
    public boolean wants(String path, boolean directory) {
        GlobPattern filter = query.filter();
        return directory || oneFile || filter == null || filter.matches(path.substring(folder.length()));
    }

    @Override
    public boolean visit(TreeEntry entry) throws IOException {
        if (entry.isLink()) {
            skipped.link();
            return true;
        }
        try (FileChannel channel = entry.open()) {
            if (window.open(channel, entry.attributes().size(), query.multiline())) {
                searched++;
                search(entry, channel);
            } else {
                skipped.binary();
                searchBinary();
            }
        } catch (TextWindow.TooLargeException e) {
            skipped.tooLarge();
        }
        return !report.isFull();
    }

    private void search(TreeEntry entry, FileChannel channel) throws IOException {
        GrepReport.FileReport file = report.file(entry.path());
        scan(file);
        file.end();
        if (file.hasMatches()) {
            seen.saw(entry, channel);
        }
    }

    private void scan(MatchSink sink) throws IOException {
        if (query.multiline()) {
            whole.run(window, sink);
        } else {
            lines.run(window, sink);
        }
    }

    /** Of a binary file that was asked for by its path it is said whether it matches; its lines are not shown. */
    private void searchBinary() throws IOException {
        if (oneFile) {
            scan(new MatchSink() {
                @Override
                public boolean match(long number, List<String> found) {
                    binaryMatch = true;
                    return false;
                }

                @Override
                public void context(long number, String text) {}
            });
        }
    }
}
