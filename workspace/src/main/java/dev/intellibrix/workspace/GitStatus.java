package dev.intellibrix.workspace;

import dev.intellibrix.internal.process.ProcessResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What {@code git status --porcelain=v2 -z --branch} says.
 *
 * @param branch the current branch; empty when HEAD is detached
 * @param commit the id of HEAD; empty before the first commit
 * @param upstream the branch that the current one follows
 * @param ahead commits that the upstream does not have
 * @param behind commits that only the upstream has
 * @param entries the files that changed, in git's order
 * @param cut whether there are more files than could be read
 */
record GitStatus(
        Optional<String> branch,
        Optional<String> commit,
        Optional<String> upstream,
        int ahead,
        int behind,
        List<Entry> entries,
        boolean cut) {

    private static final int MAX_BYTES = 8_000_000;
    private static final int CHANGED_FIELDS = 9; // 1 XY sub mH mI mW hH hI path
    private static final int RENAMED_FIELDS = 10; // 2 XY sub mH mI mW hH hI Xscore path
    private static final int UNMERGED_FIELDS = 11; // u XY sub m1 m2 m3 mW h1 h2 h3 path

    /**
     * One file.
     *
     * @param index how it differs in the index from the last commit: a letter, or a blank
     * @param tree how it differs in the working tree from the index
     * @param kind the type of the line
     * @param submodule git's four letters about a submodule; {@code N...} for others
     * @param path the path
     * @param from the path before a rename or a copy
     */
    record Entry(char kind, char index, char tree, String submodule, String path, Optional<String> from) {

        boolean isStaged() {
            return (kind == '1' || kind == '2') && index != ' ';
        }

        boolean isUnmerged() {
            return kind == 'u';
        }

        boolean isUntracked() {
            return kind == '?';
        }

        String line() {
            String names = from.map(old -> GitPaths.shown(old) + " -> ").orElse("") + GitPaths.shown(path);
            return "" + index + tree + " " + names + (submodule.startsWith("S") ? " (submodule)" : "");
        }
    }

    /** Asks git. Submodules are not entered: one shows when it stands at another commit. */
    static GitStatus of(Git git, String untracked, List<String> paths) {
        List<String> arguments = new ArrayList<>(List.of(
                "status",
                "--porcelain=v2",
                "-z",
                "--branch",
                "--ahead-behind",
                "--find-renames",
                "--ignore-submodules=dirty",
                "--untracked-files=" + untracked,
                "--"));
        arguments.addAll(paths);
        ProcessResult result = git.run(arguments, MAX_BYTES, null);
        return parse(result.stdout().head(), result.truncated());
    }

    static GitStatus parse(String output, boolean cut) {
        Parser parser = new Parser();
        String[] fields = output.split("\0", -1);
        int end = fields.length - 1; // Each field ends with a NUL; what follows the last one is empty or cut off.
        for (int i = 0; i < end; ) {
            i += parser.take(fields[i], i + 1 < end ? fields[i + 1] : "");
        }
        return new GitStatus(
                parser.branch, parser.commit, parser.upstream, parser.ahead, parser.behind, parser.entries, cut);
    }

    /** Takes the fields one after the other. */
    private static final class Parser {

        private Optional<String> branch = Optional.empty();
        private Optional<String> commit = Optional.empty();
        private Optional<String> upstream = Optional.empty();
        private int ahead;
        private int behind;
        private final List<Entry> entries = new ArrayList<>();

        /** Takes a field, and the one after it when they belong together; says how many. */
        int take(String field, String next) {
            if (field.isEmpty()) {
                return 1;
            }
            switch (field.charAt(0)) {
                case '#' -> header(field);
                case '1' -> entry(field, CHANGED_FIELDS, Optional.empty());
                case 'u' -> entry(field, UNMERGED_FIELDS, Optional.empty());
                case '?' -> entries.add(new Entry('?', '?', '?', "N...", field.substring(2), Optional.empty()));
                case '2' -> {
                    entry(field, RENAMED_FIELDS, Optional.of(next));
                    return 2;
                }
                default -> {
                    // A kind of line that was not asked for.
                }
            }
            return 1;
        }

        private void entry(String field, int count, Optional<String> from) {
            String[] parts = field.split(" ", count);
            entries.add(new Entry(
                    field.charAt(0), letter(parts[1], 0), letter(parts[1], 1), parts[2], parts[count - 1], from));
        }

        private static char letter(String xy, int at) {
            char c = xy.charAt(at);
            return c == '.' ? ' ' : c;
        }

        private void header(String field) {
            String[] parts = field.split(" ", 3);
            if (parts.length < 3) {
                return;
            }
            switch (parts[1]) {
                case "branch.oid" -> commit = Optional.of(parts[2]).filter(id -> !id.equals("(initial)"));
                case "branch.head" -> branch = Optional.of(parts[2]).filter(name -> !name.equals("(detached)"));
                case "branch.upstream" -> upstream = Optional.of(parts[2]);
                case "branch.ab" -> counts(parts[2].split(" ", 2));
                default -> {
                    // A header of a newer git.
                }
            }
        }

        private void counts(String[] counts) {
            ahead = Math.abs(Integer.parseInt(counts[0]));
            behind = Math.abs(Integer.parseInt(counts[1]));
        }
    }

    /** The status as the model reads it. */
    String text(String unfinished, int maxEntries) {
        StringBuilder text = new StringBuilder(headLine()).append('\n');
        if (!unfinished.isEmpty()) {
            text.append(unfinished).append('\n');
        }
        if (entries.isEmpty()) {
            return text.append("nothing changed, no untracked files").toString();
        }
        entries.stream()
                .limit(maxEntries)
                .forEach(entry -> text.append(entry.line()).append('\n'));
        if (entries.size() > maxEntries || cut) {
            text.append("[cut: ").append(Math.min(maxEntries, entries.size())).append(" of ");
            text.append(cut ? "more than " : "").append(entries.size()).append(" files are shown]\n");
        }
        return text.append("[first letter: staged, second: not staged; M modified, A added, D deleted, R renamed,"
                        + " T type changed, U conflict, ?? untracked]")
                .toString();
    }

    private String headLine() {
        if (branch.isEmpty()) {
            return "HEAD detached at " + GitRevisions.abbreviated(commit.orElse("no commit"));
        }
        String line = "on branch " + GitPaths.shown(branch.get());
        if (commit.isEmpty()) {
            return line + ", no commits yet";
        }
        return upstream.map(name -> line + ", " + ahead + " ahead of and " + behind + " behind " + GitPaths.shown(name))
                .orElse(line + ", no upstream");
    }
}
