package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.DirectoryEntry;
import dev.intellibrix.workspace.OpenDirectory;
import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Tells the JUnit XML files that a run wrote from those of an earlier one: they are new, or not the file of before. The
 * clock of the file system need not be that of this process, so no time is compared with that of the start.
 */
final class ReportFiles {

    private static final int MAX_REPORTS = 2_000;
    private static final int MAX_FOLDERS = 50_000;
    private static final int MAX_DEPTH = 40;

    private static final Set<String> SKIPPED =
            Set.of(".git", "node_modules", ".gradle", ".m2", ".venv", "venv", ".tox");
    private static final Set<String> FOLDERS =
            Set.of("surefire-reports", "failsafe-reports", "test-results", "test-reports", "reports", "junit");

    private final ProjectFiles files;
    private final Cancellation cancellation;
    private final Map<String, String> states = new TreeMap<>();
    private int folders;

    private ReportFiles(ProjectFiles files, Cancellation cancellation) {
        this.files = files;
        this.cancellation = cancellation;
    }

    /** The reports that there are now. */
    static ReportFiles in(ProjectFiles files, Cancellation cancellation) {
        ReportFiles reports = new ReportFiles(files, cancellation);
        try (OpenDirectory top = files.top()) {
            reports.look(top, false, 0);
        } catch (ToolException | IOException e) {
            return reports; // What can not be read has no reports.
        }
        return reports;
    }

    /** The reports that there are now and that were not there as they are, sorted. */
    List<String> writtenSince() {
        List<String> written = new ArrayList<>();
        in(files, cancellation).states.forEach((path, state) -> {
            if (!state.equals(states.get(path)) && written.size() < MAX_REPORTS) {
                written.add(path);
            }
        });
        return written;
    }

    private void look(OpenDirectory folder, boolean ofReports, int depth) {
        cancellation.throwIfCancelled();
        for (Iterator<DirectoryEntry> entries = folder.entries(); entries.hasNext(); ) {
            DirectoryEntry entry = entries.next();
            if (entry.attributes().isDirectory()) {
                enter(folder, entry, ofReports || FOLDERS.contains(entry.name()), depth + 1);
            } else if (entry.attributes().isRegularFile() && isReport(entry.name(), ofReports)) {
                states.put(folder.pathOf(entry), state(entry.attributes()));
            }
        }
    }

    private void enter(OpenDirectory folder, DirectoryEntry entry, boolean ofReports, int depth) {
        if (SKIPPED.contains(entry.name()) || depth > MAX_DEPTH || ++folders > MAX_FOLDERS) {
            return;
        }
        try (OpenDirectory inner = folder.openDirectory(entry)) {
            look(inner, ofReports, depth);
        } catch (ToolException | IOException e) {
            return; // It went away, or may not be read: neither is a report.
        }
    }

    private static boolean isReport(String name, boolean ofReports) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".xml") && (ofReports || lower.startsWith("test-") || lower.contains("junit"));
    }

    private static String state(BasicFileAttributes attributes) {
        return attributes.lastModifiedTime().toInstant() + " " + attributes.size() + " " + attributes.fileKey();
    }
}
