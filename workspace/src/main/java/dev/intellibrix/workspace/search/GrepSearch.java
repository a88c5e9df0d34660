package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;

/** Searches the files of a walk and reports what is found. Used once. */
public final class GrepSearch implements TreeVisitor<FileFindings> {

    private final GrepQuery query;
    private final GrepReport report;
    private final SeenFiles seen;
    private final Skipped skipped = new Skipped();
    private String folder = "";
    private boolean oneFile;
    private boolean binaryMatch;
    private int searched;

    public GrepSearch(GrepQuery query, GrepReport report, SeenFiles seen) {
        this.query = query;
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

    /** Whether the one file that was asked for is binary and holds a match; its lines are not shown. */
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
    public Look<FileFindings> look(Cancellation cancellation) {
        return new FileSearch(query, report, seen, oneFile, cancellation);
    }

    @Override
    public long size(FileFindings file) {
        return file.chars();
    }

    @Override
    public boolean take(FileFindings file) throws IOException {
        switch (file.outcome()) {
            case LINK -> skipped.link();
            case TOO_LARGE -> skipped.tooLarge();
            case BINARY -> {
                skipped.binary();
                binaryMatch = file.matches() > 0;
            }
            case SEARCHED -> {
                searched++;
                report.add(file);
            }
            case UNREADABLE -> {}
        }
        IOException failure = file.failure();
        if (failure != null && oneFile) {
            throw failure;
        }
        if (failure != null) {
            skipped.unreadable();
        }
        return !report.isFull();
    }
}
