package dev.intellibrix.workspace;

import dev.intellibrix.internal.process.ProcessResult;
import dev.intellibrix.tool.ToolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code git_branch}: the local branches, and new ones. */
final class GitBranches {

    private static final String HEADS = "refs/heads/";
    private static final int LIST_BYTES = 8_000_000;

    private final Git git;

    GitBranches(Git git) {
        this.git = git;
    }

    private record Branch(boolean isCurrent, String name, String commit) {}

    String list() {
        List<Branch> branches = branches();
        Optional<Branch> current = branches.stream().filter(Branch::isCurrent).findFirst();
        int most = git.options().maxEntries();
        StringBuilder text = new StringBuilder();
        if (current.isEmpty()) {
            text.append(GitRevisions.head(git)
                            .map(id -> "HEAD detached at " + GitRevisions.abbreviated(id))
                            .orElse("no commits yet"))
                    .append('\n');
        }
        branches.stream()
                .limit(most)
                .forEach(branch -> text.append(branch.isCurrent() ? "* " : "  ")
                        .append(GitPaths.shown(branch.name()))
                        .append(' ')
                        .append(GitRevisions.abbreviated(branch.commit()))
                        .append('\n'));
        if (branches.size() > most) {
            text.append("[cut: ")
                    .append(most)
                    .append(" of ")
                    .append(branches.size())
                    .append(" branches are shown");
            current.ifPresent(branch -> text.append("; the current one is ").append(GitPaths.shown(branch.name())));
            text.append("]\n");
        }
        return text.toString().stripTrailing();
    }

    private List<Branch> branches() {
        ProcessResult result = git.run(
                List.of("for-each-ref", "--sort=refname", "--format=%(HEAD)%00%(refname)%00%(objectname)", HEADS),
                LIST_BYTES,
                null);
        List<Branch> branches = new ArrayList<>();
        for (String line : result.stdout().head().split("\n", -1)) {
            String[] fields = line.split("\0", -1);
            if (fields.length == 3 && fields[1].startsWith(HEADS)) {
                branches.add(new Branch(fields[0].equals("*"), fields[1].substring(HEADS.length()), fields[2]));
            }
        }
        return branches;
    }

    String create(String name, Optional<String> from) {
        GitNames.requireBranchName(name);
        List<Branch> branches = branches();
        for (Branch branch : branches) {
            refuseClash(name, branch.name());
        }
        String id = from.isPresent()
                ? GitRevisions.resolve(git, List.of(from.get())).get(0)
                : GitRevisions.head(git)
                        .orElseThrow(() -> new ToolException("there is no commit yet that a branch could start from"));
        // A NUL ends each part, so that no name can be taken for more than a name; made only if it is not there yet.
        String command = "create " + HEADS + name + "\0" + id + "\0";
        git.run(
                List.of("update-ref", "-m", "branch: Created by git_branch", "--stdin", "-z"),
                1_000,
                command.getBytes(StandardCharsets.UTF_8));
        String current = branches.stream()
                .filter(Branch::isCurrent)
                .map(branch -> "; the current branch is still " + GitPaths.shown(branch.name()))
                .findFirst()
                .orElse("");
        return "created branch " + name + " at " + GitRevisions.abbreviated(id) + current;
    }

    /** A branch is a path for git: there is no {@code a} beside {@code a/b}. */
    private static void refuseClash(String name, String existing) {
        if (name.equals(existing)) {
            throw new ToolException("a branch " + name + " exists already");
        }
        if (existing.startsWith(name + "/") || name.startsWith(existing + "/")) {
            throw new ToolException(
                    "the branch " + GitPaths.shown(existing) + " exists, and git keeps branches like paths, so " + name
                            + " can not exist beside it; choose another name");
        }
    }
}
