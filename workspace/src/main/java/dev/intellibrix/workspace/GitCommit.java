package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Shown;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * {@code git_commit}: commits what is staged, or the named paths and nothing else. A new file is staged only when it is named
 * itself. No hook, filter, editor or signing program runs.
 */
final class GitCommit {

    private static final int MAX_FILES_SHOWN = 100;
    private static final int ATTRIBUTE_BYTES = 8_000_000;

    private final Git git;
    private final GitSettings settings;
    private final Jail jail;

    GitCommit(Git.Ready ready, Jail jail) {
        this.git = ready.git();
        this.settings = ready.settings();
        this.jail = jail;
    }

    String commit(String message, List<String> given) {
        if (message.isBlank()) {
            throw new ToolException("message must not be blank");
        }
        if (message.indexOf('\0') >= 0) {
            throw new ToolException("message holds a NUL character");
        }
        List<String> paths =
                given.stream().map(path -> GitPaths.of(jail, path)).distinct().toList();
        Map<String, String> identity = identity();
        // The index is one file: commits that run in parallel take turns at it.
        return FileLocks.withFileLock(
                git.repository().gitDirectory().resolve("index"), () -> commit(message, paths, identity));
    }

    private String commit(String message, List<String> paths, Map<String, String> identity) {
        GitStatus status = GitStatus.of(git, paths.isEmpty() ? "no" : "all", paths);
        List<GitStatus.Entry> entries = status.entries().stream()
                .filter(entry -> paths.isEmpty() ? entry.isStaged() || entry.isUnmerged() : isMeant(entry, paths))
                .toList();
        requireCommittable(status, entries, paths);
        requireNoFilter(entries);
        List<String> added = entries.stream()
                .filter(GitStatus.Entry::isUntracked)
                .map(GitStatus.Entry::path)
                .toList();
        run(message, paths, added, identity);
        String id = GitRevisions.head(git).orElse("");
        return report(id, status, message, entries);
    }

    private static boolean isMeant(GitStatus.Entry entry, List<String> paths) {
        return !entry.isUntracked() || paths.contains(entry.path());
    }

    private void requireCommittable(GitStatus status, List<GitStatus.Entry> entries, List<String> paths) {
        if (status.cut()) {
            throw new ToolException("too many files changed to look at all of them; commit fewer paths at a time");
        }
        List<String> unmerged = entries.stream()
                .filter(GitStatus.Entry::isUnmerged)
                .map(entry -> GitPaths.shown(entry.path()))
                .limit(MAX_FILES_SHOWN)
                .toList();
        if (!unmerged.isEmpty()) {
            throw new ToolException("nothing was committed: there are conflicts in " + String.join(", ", unmerged));
        }
        for (String path : paths) {
            boolean changed = entries.stream()
                    .anyMatch(entry -> path.equals(".")
                            || entry.path().equals(path)
                            || entry.path().startsWith(path + "/")
                            || entry.from().filter(path::equals).isPresent());
            if (!changed) {
                throw new ToolException("nothing was committed: nothing to commit in " + Shown.text(path)
                        + " (unchanged, ignored, or not there); new files are taken only when each is named");
            }
        }
        if (entries.isEmpty() && !git.repository().isMerging()) {
            throw new ToolException("nothing was committed: nothing is staged; name the files to commit in paths");
        }
    }

    /** A filter is a program; staging with it switched off would store the wrong content. */
    private void requireNoFilter(List<GitStatus.Entry> entries) {
        String names = entries.stream().map(entry -> entry.path() + "\0").collect(Collectors.joining());
        String[] fields = git.run(
                        List.of("check-attr", "-z", "--stdin", "filter"),
                        ATTRIBUTE_BYTES,
                        names.getBytes(StandardCharsets.UTF_8))
                .stdout()
                .head()
                .split("\0", -1);
        for (int i = 0; i + 2 < fields.length; i += 3) {
            String filter = fields[i + 2];
            boolean none = filter.equals("unspecified") || filter.equals("unset") || filter.equals("set");
            if (!none && !git.options().filters().contains(filter)) {
                throw new ToolException(
                        "nothing was committed: " + GitPaths.shown(fields[i]) + " has the filter " + Shown.text(filter)
                                + " (.gitattributes), which is a program; the developer can allow it by name");
            }
            if (!none && !settings.isUsers(filter)) {
                throw new ToolException(
                        "nothing was committed: the filter " + Shown.text(filter) + " of " + GitPaths.shown(fields[i])
                                + " is not set up in the user's configuration of git, or the repository overrules it");
            }
        }
    }

    private Map<String, String> identity() {
        Map<String, String> variables = new TreeMap<>();
        for (String role : List.of("author", "committer")) {
            for (String part : List.of("name", "email")) {
                String value = settings.identity(role, part)
                        .orElseThrow(() -> new ToolException("nothing was committed: git does not know who commits;"
                                + " a person has to set user.name and user.email in git's configuration"));
                variables.put(("git_" + role + "_" + part).toUpperCase(Locale.ROOT), value);
            }
        }
        return variables;
    }

    private void run(String message, List<String> paths, List<String> added, Map<String, String> identity) {
        if (!added.isEmpty()) {
            git.run(with(List.of("add", "--"), added), 1_000, null);
        }
        List<String> arguments = new ArrayList<>(List.of(
                "commit",
                "--quiet",
                "--no-verify",
                "--no-gpg-sign",
                "--no-status",
                "--no-post-rewrite",
                "--cleanup=whitespace",
                "--file=-"));
        if (!paths.isEmpty()) {
            arguments.addAll(List.of("--only", "--"));
            arguments.addAll(paths);
        }
        boolean done = false;
        try {
            git.run(arguments, 10_000, message.getBytes(StandardCharsets.UTF_8), identity);
            done = true;
        } finally {
            if (!done && !added.isEmpty()) {
                git.run(with(List.of("rm", "--cached", "--quiet", "--force", "--"), added), 1_000, null);
            }
        }
    }

    private static List<String> with(List<String> arguments, List<String> paths) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(paths);
        return all;
    }

    private String report(String id, GitStatus status, String message, List<GitStatus.Entry> entries) {
        String subject = message.strip().lines().findFirst().orElse("");
        StringBuilder text = new StringBuilder("committed ")
                .append(GitRevisions.abbreviated(id))
                .append(status.branch()
                        .map(name -> " on " + GitPaths.shown(name))
                        .orElse(" on a detached HEAD"))
                .append(": ")
                .append(Shown.text(subject))
                .append('\n');
        entries.stream()
                .limit(MAX_FILES_SHOWN)
                .forEach(entry -> text.append(letter(entry))
                        .append(' ')
                        .append(entry.from()
                                .map(old -> GitPaths.shown(old) + " -> ")
                                .orElse(""))
                        .append(GitPaths.shown(entry.path()))
                        .append('\n'));
        if (entries.size() > MAX_FILES_SHOWN) {
            text.append("[and ").append(entries.size() - MAX_FILES_SHOWN).append(" more files]\n");
        }
        return text.append(leftOut()).toString().stripTrailing();
    }

    private static char letter(GitStatus.Entry entry) {
        if (entry.isUntracked()) {
            return 'A';
        }
        return entry.index() == ' ' ? entry.tree() : entry.index();
    }

    /** What git would have done and this does not. */
    private String leftOut() {
        List<String> left = new ArrayList<>();
        if (settings.hasHooks() || hasHookFiles()) {
            left.add("the repository's hooks were not run");
        }
        if (settings.signs()) {
            left.add("the commit is not signed");
        }
        return left.isEmpty() ? "" : "[" + String.join("; ", left) + "]";
    }

    private boolean hasHookFiles() {
        Path hooks = git.repository().commonDirectory().resolve("hooks");
        if (!Files.isDirectory(hooks)) {
            return false;
        }
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(hooks, file -> !file.toString().endsWith(".sample"))) {
            return files.iterator().hasNext();
        } catch (IOException e) {
            return false;
        }
    }
}
