package dev.intellibrix.agenttools.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The lines of a patch, and what can be said of a line by itself. Immutable. */
final class PatchText {

    private static final Pattern VERSION = Pattern.compile("\\d+(\\.[0-9A-Za-z()_-]+)+.*");
    private static final Pattern DIRECTIVE =
            Pattern.compile("\\*\\*\\* (Begin Patch|End Patch|End of File|((Update|Add|Delete) File|Move to): .*)");

    private final List<String> lines;

    private PatchText(List<String> lines) {
        this.lines = lines;
    }

    static PatchText of(String patch) {
        List<String> lines = new ArrayList<>();
        int start = patch.startsWith("\uFEFF") ? 1 : 0; // A byte order mark, which editors put there.
        while (start < patch.length()) {
            int end = patch.indexOf('\n', start);
            end = end < 0 ? patch.length() : end;
            lines.add(patch.substring(start, end));
            start = end + 1;
        }
        if (isSentWithCarriageReturns(lines)) {
            lines.replaceAll(PatchText::withoutCarriageReturn);
        }
        return new PatchText(lines);
    }

    /** When every line has one, the way here put it there; a diff of such a file has none in its headers. */
    private static boolean isSentWithCarriageReturns(List<String> lines) {
        return lines.size() > 1 && lines.subList(0, lines.size() - 1).stream().allMatch(line -> line.endsWith("\r"));
    }

    private static String withoutCarriageReturn(String line) {
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    int size() {
        return lines.size();
    }

    /** A line of a hunk, exactly. */
    String line(int i) {
        return lines.get(i);
    }

    /** A line that is no content: without a carriage return. */
    String header(int i) {
        return withoutCarriageReturn(lines.get(i));
    }

    private boolean startsWith(int i, String start) {
        return i < lines.size() && lines.get(i).startsWith(start);
    }

    boolean isBlank(int i) {
        return header(i).isEmpty();
    }

    boolean isHunkHeader(int i) {
        return startsWith(i, "@@");
    }

    boolean isGitHeader(int i) {
        return startsWith(i, "diff --git ");
    }

    /** Whether the two names of a file stand here. */
    boolean isFileHeader(int i) {
        return startsWith(i, "--- ") && startsWith(i + 1, "+++ ");
    }

    boolean isDirective(int i) {
        return startsWith(i, "*** ") && DIRECTIVE.matcher(header(i)).matches();
    }

    boolean isFence(int i) {
        return startsWith(i, "```") || startsWith(i, "~~~");
    }

    /** Whether it can be a line of a hunk. */
    boolean isBody(int i) {
        return startsWith(i, " ") || startsWith(i, "+") || startsWith(i, "-") || startsWith(i, "\\");
    }

    /** Whether the end of a mail stands here, which looks like a removed line. */
    boolean isSignature(int i) {
        String line = header(i);
        return (line.equals("-- ") || line.equals("--"))
                && (i + 1 == size()
                        || isBlank(i + 1)
                        || VERSION.matcher(header(i + 1)).matches());
    }

    /** Whether a hunk ends before this line, whatever its header says. */
    boolean endsAnyHunk(int i) {
        return i >= size()
                || isHunkHeader(i)
                || isGitHeader(i)
                || (isFileHeader(i) && isHunkHeader(i + 2))
                || isDirective(i)
                || isFence(i)
                || isSignature(i);
    }

    /** Whether a hunk can end before this line: what follows is no line of a hunk, at most a few empty ones. */
    boolean mayFollowHunk(int i) {
        int next = i;
        while (next < size() && isBlank(next)) {
            next++;
        }
        return endsAnyHunk(next) || isFileHeader(next) || !isBody(next);
    }
}
