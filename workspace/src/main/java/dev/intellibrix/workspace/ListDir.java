package dev.intellibrix.workspace;

import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.workspace.fs.Faults;
import dev.intellibrix.workspace.fs.TemporaryNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/** {@code list_dir}: the entries of one folder. */
final class ListDir {

    record Input(
            @Description("Path of the folder, relative to the workspace; its root when left out")
            Optional<String> path) {}

    /** Folders first, then by name, whatever the locale and the file system. */
    private static final Comparator<DirectoryEntry> ORDER = Comparator.comparing(
                    (DirectoryEntry entry) -> !entry.attributes().isDirectory())
            .thenComparing(DirectoryEntry::name);

    private final Workspace workspace;

    private ListDir(Workspace workspace) {
        this.workspace = workspace;
    }

    static Tool tool(Workspace workspace) {
        ListDir tool = new ListDir(workspace);
        return Tool.define("list_dir", Input.class)
                .description("List a folder: one entry a line, folders first and with a / at the end, files with their"
                        + " size in bytes, links with their target. Shows up to "
                        + workspace.bounds().entries() + " entries.")
                .category(ToolCategory.READ)
                .resultTrust(Trust.UNTRUSTED)
                .execute(tool::list);
    }

    private ToolOutput list(Input input, ToolContext context) {
        String path = input.path().orElse(".");
        try (OpenDirectory directory = workspace.jail().openDirectory(path)) {
            return Workspace.from(directory.path(), list(directory, context));
        } catch (IOException e) {
            throw Faults.of(path, e);
        }
    }

    private String list(OpenDirectory directory, ToolContext context) {
        int most = workspace.bounds().entries();
        PriorityQueue<DirectoryEntry> first = new PriorityQueue<>(ORDER.reversed());
        long count = 0;
        for (Iterator<DirectoryEntry> entries = directory.entries(); entries.hasNext(); ) {
            context.cancellation().throwIfCancelled();
            DirectoryEntry entry = entries.next();
            if (TemporaryNames.isTemporary(entry.name())) {
                continue;
            }
            count++;
            first.add(entry);
            if (first.size() > most) {
                first.poll();
            }
        }
        List<DirectoryEntry> shown = new ArrayList<>(first);
        shown.sort(ORDER);
        return text(directory, shown, count);
    }

    private static String text(OpenDirectory directory, List<DirectoryEntry> shown, long count) {
        if (count == 0) {
            return "[the folder is empty]";
        }
        StringBuilder text = new StringBuilder();
        boolean escaped = false;
        boolean undecoded = false;
        for (DirectoryEntry entry : shown) {
            String name = VisibleText.line(entry.name());
            escaped |= !name.equals(entry.name());
            undecoded |= name.indexOf('\ufffd') >= 0;
            text.append(name).append(mark(directory, entry)).append('\n');
        }
        if (count > shown.size()) {
            text.append("[")
                    .append(shown.size())
                    .append(" of ")
                    .append(count)
                    .append(" entries; find others with glob]\n");
        }
        if (escaped) {
            text.append("[hidden characters in names are shown as escapes such as \\n or \\u{200B}]\n");
        }
        if (undecoded) {
            text.append("[a \ufffd in a name stands for bytes that are no text; no tool can open such a file]\n");
        }
        return text.toString();
    }

    private static String mark(OpenDirectory directory, DirectoryEntry entry) {
        if (entry.attributes().isDirectory()) {
            return "/";
        }
        if (entry.attributes().isSymbolicLink()) {
            return " -> " + target(directory, entry);
        }
        return entry.attributes().isRegularFile()
                ? "  " + entry.attributes().size()
                : "  [neither a file nor a folder]";
    }

    private static String target(OpenDirectory directory, DirectoryEntry entry) {
        try {
            return VisibleText.line(directory.linkTarget(entry));
        } catch (ToolException e) {
            return "[could not be read]";
        }
    }
}
