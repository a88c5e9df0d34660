package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a patch as models write it: unified diffs with or without git's headers, prefixes and counts, mails, code fences
 * and prose around and between them, and the envelope that begins with {@code *** Begin Patch}. Not thread-safe.
 */
final class PatchParser {

    private static final int MAX_SECTIONS = 1_000;

    private final PatchText text;
    private final HunkReader hunks;
    private final List<Section> sections = new ArrayList<>();
    private int position;

    PatchParser(PatchText text, HunkReader.Reading reading) {
        this.text = text;
        this.hunks = new HunkReader(text, reading);
    }

    /** Whether the patch can be read in another way. */
    boolean isAmbiguous() {
        return hunks.isAmbiguous();
    }

    /**
     * The sections, in order.
     *
     * @throws ToolException when there are none, or a part of the patch can not be read
     */
    List<Section> parse() {
        while (position < text.size()) {
            Section section = next();
            if (section != null) {
                sections.add(section);
            }
            if (sections.size() > MAX_SECTIONS) {
                throw new ToolException("the patch has more than " + MAX_SECTIONS + " sections; send several patches");
            }
        }
        if (sections.isEmpty()) {
            throw new ToolException("the patch holds no change: there is no section that begins with the lines"
                    + " --- and +++; send a unified diff");
        }
        return sections;
    }

    /** The section that begins here; null for a line that belongs to none, which is skipped. */
    private @Nullable Section next() {
        int start = position;
        String line = text.header(start);
        if (text.isGitHeader(start)) {
            position++;
            return gitSection(new GitHeader(line.substring("diff --git ".length()), start + 1));
        }
        if (text.isFileHeader(start) || GitHeader.startsAt(text, start)) {
            return gitSection(new GitHeader("", start + 1));
        }
        if (text.isDirective(start)) {
            return directive(line);
        }
        refuse(line, start);
        position++;
        return null;
    }

    private Section gitSection(GitHeader header) {
        int start = position;
        while (position < text.size() && header.accept(text.header(position))) {
            position++;
        }
        HeaderPair names = null;
        if (text.isFileHeader(position)) {
            names = HeaderPair.at(text, position);
            if (header.isCompleteWithout(names)) {
                return header.section(null, List.of());
            }
            position += 2;
        } else if (position < text.size()) {
            header.requireText(text.header(position));
        }
        List<Hunk> read = hunks.read(position);
        position = hunks.position();
        Section section = header.section(names, read);
        requireChange(section, names != null, start);
        return section;
    }

    private static void requireChange(Section section, boolean named, int start) {
        boolean changes = switch (section.kind()) {
            case RENAME, COPY -> true;
            case MODIFY -> !section.hunks().isEmpty() || section.executable() != null;
            default -> !section.hunks().isEmpty() || !named;
        };
        if (!changes) {
            throw new ToolException("patch line " + (start + 1) + ": the section for " + Excerpt.path(section.to())
                    + " changes nothing; each change begins with a line @@");
        }
    }

    private @Nullable Section directive(String line) {
        int start = position++;
        if (line.startsWith("*** Update File: ")) {
            return update(name(line), start);
        }
        if (line.startsWith("*** Add File: ")) {
            return add(name(line), start);
        }
        if (line.startsWith("*** Delete File: ")) {
            return Section.of(Section.Kind.DISCARD, name(line), List.of());
        }
        if (line.startsWith("*** Move to: ")) {
            throw new ToolException("patch line " + (start + 1) + ": \"Move to\" belongs below \"Update File\"");
        }
        return null;
    }

    private static String name(String line) {
        return line.substring(line.indexOf(": ") + 2).strip();
    }

    private Section update(String path, int start) {
        String to = path;
        if (position < text.size() && text.header(position).startsWith("*** Move to: ")) {
            to = name(text.header(position++));
        }
        if (text.isFileHeader(position)) {
            position += 2;
        }
        List<Hunk> read = hunks.readUnnumbered(position);
        position = hunks.position();
        Section.Kind kind = to.equals(path) ? Section.Kind.MODIFY : Section.Kind.RENAME;
        if (kind == Section.Kind.MODIFY && read.isEmpty()) {
            throw new ToolException("patch line " + (start + 1) + ": the section for " + Excerpt.path(path)
                    + " changes nothing; each change begins with a line @@");
        }
        return new Section(kind, path, to, null, null, Section.Epoch.NONE, read);
    }

    private Section add(String path, int start) {
        List<HunkLine> lines = new ArrayList<>();
        while (!text.endsAnyHunk(position) && text.header(position).startsWith("+")) {
            lines.add(HunkLine.of(text.line(position++)));
        }
        if (!text.mayFollowHunk(position)) {
            throw new ToolException(
                    "patch line " + (position + 1) + ": every line of a file that is added begins with +");
        }
        Hunk hunk = new Hunk(1, text.header(start), 0, List.of(), lines, false);
        return Section.of(Section.Kind.CREATE, path, lines.isEmpty() ? List.of() : List.of(hunk));
    }

    /** Ends with what would be lost if it were skipped. */
    private static void refuse(String line, int index) {
        String where = "patch line " + (index + 1) + ": ";
        if (line.startsWith("@@")) {
            throw new ToolException(where + "a hunk without the name of its file; put the lines --- and +++ before it");
        }
        if (line.equals("GIT binary patch") || (line.startsWith("Binary files ") && line.endsWith(" differ"))) {
            throw new ToolException(where + "a binary patch can not be applied: " + Excerpt.line(line));
        }
        if (line.equals("***************")) {
            throw new ToolException(where + "a context diff can not be read; send a unified diff");
        }
    }
}
