package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Shown;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Turns what the model calls a commit into an object id. The text reaches git through standard input, where nothing is an
 * option, and only ids are put on a command line.
 */
final class GitRevisions {

    private static final int MAX_LENGTH = 500;
    private static final Pattern FOUND = Pattern.compile("([0-9a-f]{40,64}) commit");

    private GitRevisions() {}

    /**
     * The commits that these names stand for.
     *
     * @throws ToolException naming the first that stands for none
     */
    static List<String> resolve(Git git, List<String> names) {
        StringBuilder asked = new StringBuilder();
        for (String name : names) {
            asked.append(checked(name)).append("^{commit}\n");
        }
        byte[] input = asked.toString().getBytes(StandardCharsets.UTF_8);
        List<String> answers = git.run(List.of("cat-file", "--batch-check=%(objectname) %(objecttype)"), 10_000, input)
                .stdout()
                .text()
                .lines()
                .toList();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            ids.add(id(answers.size() > i ? answers.get(i) : "").orElseThrow(unknown(names.get(i))));
        }
        return ids;
    }

    /** The commit that HEAD stands for; empty before the first one. */
    static Optional<String> head(Git git) {
        byte[] input = "HEAD^{commit}\n".getBytes(StandardCharsets.UTF_8);
        return id(git.run(List.of("cat-file", "--batch-check=%(objectname) %(objecttype)"), 10_000, input)
                .stdout()
                .text()
                .strip());
    }

    private static Optional<String> id(String answer) {
        var found = FOUND.matcher(answer);
        return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
    }

    private static String checked(String name) {
        if (name.startsWith("-")) {
            throw new ToolException("not a commit: \"" + Shown.text(name) + "\" (options are not taken)");
        }
        boolean odd = name.chars().anyMatch(c -> c <= ' ' || c == 0x7f);
        if (name.isEmpty() || odd || name.length() > MAX_LENGTH) {
            throw new ToolException("not a commit: \"" + Shown.text(name)
                    + "\"; give a branch, a tag or an id, such as main, v1.0, HEAD~2 or 3f2a9c1");
        }
        return name;
    }

    private static Supplier<ToolException> unknown(String name) {
        return () -> new ToolException("no such commit: " + Shown.text(name) + "; git_branch lists the branches");
    }

    /** The start of an id that people write. */
    static String abbreviated(String id) {
        return id.substring(0, Math.min(10, id.length()));
    }
}
