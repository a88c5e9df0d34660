package dev.intellibrix.workspace;

import dev.intellibrix.internal.process.ProcessResult;
import dev.intellibrix.internal.text.CharacterBorder;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Shown;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code git_diff}: what changed, as a unified diff. */
final class GitDiff {

    private static final int BYTES_PER_CHAR = 4;
    private static final int STAT_BYTES = 200_000;
    private static final int STAT_FILES = 200;

    /** Whatever is configured: nothing is run, and the form is the one that patch tools read. */
    private static final List<String> FORM = List.of(
            "diff",
            "--no-ext-diff",
            "--no-textconv",
            "--no-color",
            "--word-diff=none",
            "--src-prefix=a/",
            "--dst-prefix=b/",
            "--unified=3",
            "--inter-hunk-context=0",
            "--find-renames",
            "--submodule=short",
            "--ignore-submodules=dirty");

    private final Git git;
    private final Jail jail;

    GitDiff(Git git, Jail jail) {
        this.git = git;
        this.jail = jail;
    }

    String text(Optional<String> path, boolean staged, Optional<String> range) {
        List<String> what = new ArrayList<>(staged ? List.of("--cached") : List.of());
        range.ifPresent(text -> what.addAll(commits(text, staged)));
        what.add("--");
        path.ifPresent(given -> what.add(GitPaths.of(jail, given)));
        ProcessResult result = run(List.of("--patch"), what, git.options().maxDiffChars() * BYTES_PER_CHAR);
        String diff = result.stdout().head().replace('\0', '\ufffd');
        if (diff.isEmpty()) {
            return nothing(path, staged, range);
        }
        boolean whole = !result.truncated() && diff.length() <= git.options().maxDiffChars();
        return whole ? diff : cut(diff, result.stdout().totalBytes(), what);
    }

    private ProcessResult run(List<String> form, List<String> what, int keep) {
        List<String> arguments = new ArrayList<>(FORM);
        arguments.addAll(form);
        arguments.addAll(what);
        return git.run(arguments, keep, null);
    }

    /** The commits of {@code a}, {@code a..b} or {@code a...b} as ids; an end that is left out is HEAD. */
    private List<String> commits(String range, boolean staged) {
        int dots = range.indexOf("..");
        if (dots < 0) {
            return GitRevisions.resolve(git, List.of(range));
        }
        if (staged) {
            throw new ToolException(
                    "staged compares one commit with the index; leave staged out, or give one commit as range");
        }
        String link = range.startsWith("...", dots) ? "..." : "..";
        String from = range.substring(0, dots);
        String to = range.substring(dots + link.length());
        List<String> ids =
                GitRevisions.resolve(git, List.of(from.isEmpty() ? "HEAD" : from, to.isEmpty() ? "HEAD" : to));
        return List.of(ids.get(0) + link + ids.get(1));
    }

    private String nothing(Optional<String> path, boolean staged, Optional<String> range) {
        String where = path.map(given -> " in " + Shown.text(given)).orElse("");
        boolean missing = path.isPresent()
                && !Files.exists(jail.root().resolve(GitPaths.of(jail, path.get())), LinkOption.NOFOLLOW_LINKS);
        String hint = missing ? " (there is no such file in the workspace)" : "";
        if (range.isPresent()) {
            return "no difference" + where + " for " + Shown.text(range.get()) + hint;
        }
        return staged
                ? "nothing is staged" + where + hint
                : "no unstaged changes" + where + hint + "; untracked files are not part of a diff (see git_status)";
    }

    /** The start of the diff up to a line end, and how much each file changed. */
    private String cut(String diff, long totalBytes, List<String> what) {
        int limit = Math.min(diff.length(), git.options().maxDiffChars());
        int end = diff.lastIndexOf('\n', limit - 1) + 1;
        String shown = diff.substring(0, end > 0 ? end : CharacterBorder.upTo(diff, limit));
        return shown + (shown.endsWith("\n") ? "" : "\n")
                + "[cut: " + shown.length() + " characters of a diff of " + totalBytes
                + " bytes are shown; ask for one path at a time. All files, with lines added and removed:]\n"
                + counts(what);
    }

    private String counts(List<String> what) {
        ProcessResult result = run(List.of("--numstat", "-z", "--no-renames"), what, STAT_BYTES);
        String[] entries = result.stdout().head().split("\0", -1);
        int all = entries.length - 1; // What follows the last NUL is empty or cut off.
        String lines = List.of(entries).subList(0, Math.min(all, STAT_FILES)).stream()
                .map(GitDiff::count)
                .collect(Collectors.joining("\n"));
        boolean more = all > STAT_FILES || result.truncated();
        return more ? lines + "\n[and more files]" : lines;
    }

    private static String count(String entry) {
        String[] parts = entry.split("\t", 3);
        if (parts.length < 3) {
            return entry;
        }
        String change = parts[0].equals("-") ? "binary" : "+" + parts[0] + " -" + parts[1];
        return GitPaths.shown(parts[2]) + " " + change;
    }
}
