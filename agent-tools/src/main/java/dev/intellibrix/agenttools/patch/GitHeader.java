package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.tool.ToolException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The lines that git adds to the header of a section: modes, renames, copies. Not thread-safe. */
final class GitHeader {

    private static final List<String> KEYS = List.of(
            "old mode ",
            "new mode ",
            "deleted file mode ",
            "new file mode ",
            "copy from ",
            "copy to ",
            "rename from ",
            "rename to ",
            "rename old ",
            "rename new ",
            "similarity index ",
            "dissimilarity index ",
            "index ");

    /** How such a header begins where the line {@code diff --git} is missing. */
    private static final Pattern START =
            Pattern.compile("(old mode|new file mode|deleted file mode) \\d{6}|similarity index \\d+%");

    private final Map<String, String> fields = new LinkedHashMap<>();
    private final List<FileNames> pairs;
    private final int lineNumber;

    /**
     * @param names what follows {@code diff --git }; empty without such a line
     * @param lineNumber where it stands, for messages
     */
    GitHeader(String names, int lineNumber) {
        this.pairs = FileNames.pairs(names);
        this.lineNumber = lineNumber;
    }

    /** Whether a header without {@code diff --git} begins at a line. */
    static boolean startsAt(PatchText text, int i) {
        return START.matcher(text.header(i)).matches()
                || (text.header(i).startsWith("rename from ")
                        && i + 1 < text.size()
                        && text.header(i + 1).startsWith("rename to "));
    }

    /** Takes the line when it is one of the header. */
    boolean accept(String line) {
        for (String key : KEYS) {
            if (line.startsWith(key)) {
                fields.put(key.strip(), line.substring(key.length()));
                return true;
            }
        }
        return false;
    }

    /** Ends with the section when there is none that can be applied as text. */
    void requireText(String line) {
        boolean binary = line.equals("GIT binary patch")
                || (line.startsWith("Binary files ") && line.endsWith(" differ"))
                || (line.startsWith("Files ") && line.endsWith(" differ"));
        if (binary) {
            String path = isMove() ? moved("to") : names(null).fresh();
            throw new ToolException(
                    Excerpt.path(path) + ": a binary patch can not be applied; leave this file out of the patch");
        }
    }

    /** Whether this is a section of its own, a rename or a new mode, and the names that follow begin another one. */
    boolean isCompleteWithout(HeaderPair written) {
        FileNames other = FileNames.of(written.from(), written.to(), pairs);
        if (isMove()) {
            return !moved("from").equals(other.from()) || !moved("to").equals(other.to());
        }
        return fields.containsKey("new mode") && !other.agreesWith(pairs);
    }

    /**
     * The section.
     *
     * @param written the names of the lines {@code ---} and {@code +++}; null when there are none
     */
    Section section(@Nullable HeaderPair written, List<Hunk> hunks) {
        requireFileModes();
        if (isMove()) {
            return move(hunks);
        }
        FileNames names = names(written);
        Section.Epoch epoch = written == null ? Section.Epoch.NONE : written.epoch();
        if (fields.containsKey("new file mode") || names.from() == null) {
            return new Section(
                    Section.Kind.CREATE, names.fresh(), names.fresh(), null, executable(), Section.Epoch.NONE, hunks);
        }
        Section.Kind kind = fields.containsKey("deleted file mode") || names.to() == null
                ? Section.Kind.DELETE
                : Section.Kind.MODIFY;
        if (kind == Section.Kind.MODIFY && !names.old().equals(names.fresh())) {
            throw new ToolException("patch line " + lineNumber + ": the names " + names
                    + " differ; give one name, or rename the file with the lines rename from and rename to");
        }
        return new Section(kind, names.old(), names.old(), names.otherName(), executable(), epoch, hunks);
    }

    private FileNames names(@Nullable HeaderPair written) {
        if (written == null) {
            return FileNames.same(pairs, lineNumber);
        }
        FileNames names = FileNames.of(written.from(), written.to(), pairs);
        if (!pairs.isEmpty() && !names.agreesWith(pairs)) {
            throw contradiction(names.toString());
        }
        return names;
    }

    private boolean isMove() {
        return fields.keySet().stream().anyMatch(key -> key.startsWith("rename ") || key.startsWith("copy "));
    }

    private Section move(List<Hunk> hunks) {
        boolean copy = fields.containsKey("copy from");
        FileNames names = new FileNames(moved("from"), moved("to"), null);
        if (!pairs.isEmpty() && !names.agreesWith(pairs)) {
            throw contradiction(names.toString());
        }
        Section.Kind kind = copy ? Section.Kind.COPY : Section.Kind.RENAME;
        return new Section(kind, names.old(), names.fresh(), null, executable(), Section.Epoch.NONE, hunks);
    }

    private String moved(String side) {
        String older = side.equals("from") ? "rename old" : "rename new";
        for (String key : List.of("rename " + side, "copy " + side, older)) {
            String value = fields.get(key);
            if (value != null) {
                return HeaderName.plain(value, lineNumber);
            }
        }
        throw new ToolException("patch line " + lineNumber + ": the line \"rename " + side + "\" is missing");
    }

    private ToolException contradiction(String names) {
        return new ToolException("patch line " + lineNumber + ": the lines of this header name different files: "
                + names + "; all of them must name the same");
    }

    private @Nullable Boolean executable() {
        String mode = fields.containsKey("new mode") ? fields.get("new mode") : fields.get("new file mode");
        return mode == null ? null : (Integer.parseInt(mode, 8) & 0111) != 0;
    }

    private void requireFileModes() {
        for (String key : List.of("old mode", "new mode", "new file mode", "deleted file mode", "index")) {
            String mode = fields.getOrDefault(key, "");
            if (key.equals("index")) {
                mode = mode.contains(" ")
                        ? mode.substring(mode.indexOf(' ') + 1).strip()
                        : "";
            }
            if (!mode.isEmpty() && !mode.strip().matches("(100)?[0-7]{3}")) {
                throw new ToolException("patch line " + lineNumber + ": the mode " + Excerpt.line(mode)
                        + " is not that of a file; links and submodules can not be patched");
            }
            fields.computeIfPresent(key, (ignored, value) -> value.strip());
        }
    }
}
