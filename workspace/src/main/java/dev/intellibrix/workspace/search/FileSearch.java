package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.workspace.search.FileFindings.Outcome;
import java.io.IOException;
import java.nio.channels.FileChannel;

/** Searches one file after the other. Used on one thread. */
final class FileSearch implements TreeVisitor.Look<FileFindings> {

    private final GrepQuery query;
    private final GrepReport report;
    private final SeenFiles seen;
    private final boolean alsoBinary;
    private final LineSearch lines;
    private final MultilineSearch whole;
    private final TextWindow window = new TextWindow();

    /**
     * A search.
     *
     * @param alsoBinary whether it is to be found out if a binary file holds a match
     */
    FileSearch(GrepQuery query, GrepReport report, SeenFiles seen, boolean alsoBinary, Cancellation cancellation) {
        this.query = query;
        this.report = report;
        this.seen = seen;
        this.alsoBinary = alsoBinary;
        this.lines = new LineSearch(query.pattern(), query.context(), query.mode() == GrepMode.LINES, cancellation);
        this.whole = new MultilineSearch(query.pattern(), query.context(), cancellation);
    }

    @Override
    public FileFindings at(TreeEntry entry) {
        FileFindings findings = new FileFindings(entry.path(), report);
        if (entry.isLink()) {
            findings.end(Outcome.LINK);
            return findings;
        }
        try (FileChannel channel = entry.open()) {
            search(entry, channel, findings);
        } catch (TextWindow.TooLargeException e) {
            findings.end(Outcome.TOO_LARGE);
        } catch (IOException e) {
            findings.fail(e);
        }
        return findings;
    }

    private void search(TreeEntry entry, FileChannel channel, FileFindings findings) throws IOException {
        if (!window.open(channel, entry.attributes().size(), query.multiline())) {
            findings.end(Outcome.BINARY);
            if (alsoBinary) {
                scan(findings);
            }
            return;
        }
        findings.searching();
        scan(findings);
        findings.end(Outcome.SEARCHED);
        if (findings.matches() > 0) {
            Runnable sight = seen.look(entry, channel);
            if (sight != null) {
                findings.sight(sight);
            }
        }
    }

    private void scan(MatchSink sink) throws IOException {
        if (query.multiline()) {
            whole.run(window, sink);
        } else {
            lines.run(window, sink);
        }
    }
}
