package dev.intellibrix.agenttools.patch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.message.ToolOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for every patch, whoever made it, with git to compare with. */
class PatchPropertyTest {

    private static final String[] WORDS = {
        "alpha",
        "beta",
        "gamma",
        "",
        "    x();",
        "}",
        "\t{",
        "-- sql",
        "++ inc",
        "\\ back",
        "@@ -1 +1 @@",
        "diff --git a/a b/a",
        "--- a/x",
        "+++ b/x",
        "caf\u00e9 \u4e2d",
        "  trailing  ",
        "# end",
        "*** End Patch",
        "```"
    };

    @TempDir
    Path base;

    private Workbench bench(String name) throws IOException {
        return Workbench.in(Files.createDirectories(base.resolve(name)));
    }

    private static String text(SplittableRandom random, int most) {
        StringBuilder text = new StringBuilder();
        int lines = random.nextInt(most + 1);
        boolean returns = random.nextInt(4) == 0;
        for (int i = 0; i < lines; i++) {
            text.append(line(random)).append(returns && random.nextInt(10) > 0 ? "\r\n" : "\n");
        }
        return random.nextInt(4) == 0 && lines > 0 ? text.substring(0, text.length() - 1) : text.toString();
    }

    private static String line(SplittableRandom random) {
        String word = WORDS[random.nextInt(WORDS.length)];
        return random.nextInt(3) == 0 ? word + random.nextInt(50) : word;
    }

    private static String edited(SplittableRandom random, String before) {
        List<String> lines = new ArrayList<>(List.of(before.split("(?<=\n)", -1)));
        int edits = 1 + random.nextInt(4);
        for (int i = 0; i < edits; i++) {
            int at = random.nextInt(lines.size());
            switch (random.nextInt(4)) {
                case 0 -> lines.remove(at);
                case 1 -> lines.add(at, line(random) + "\n");
                case 2 -> lines.set(at, line(random) + (random.nextBoolean() ? "\r\n" : "\n"));
                default -> lines.set(at, lines.get(at).stripTrailing());
            }
            if (lines.isEmpty()) {
                lines.add("");
            }
        }
        return String.join("", lines);
    }

    @Test
    void whatDiffShowsMakesTheOtherTextByteForByte() throws IOException {
        Workbench bench = bench("round");
        Workbench.forSeeds(400, random -> {
            String before = text(random, 30);
            String after = random.nextInt(5) == 0 ? text(random, 30) : edited(random, before);
            bench.file("f", before);
            if (before.equals(after)) {
                return;
            }
            bench.patch(bench.ok("diff", Map.of("path", "f", "text", after)));
            assertThat(bench.bytes("f")).asString(UTF_8).isEqualTo(after);
        });
    }

    @Test
    void gitReadsWhatDiffShows() throws Exception {
        Workbench bench = bench("read");
        git(bench.root(), "init", "-q");
        Workbench.forSeeds(60, random -> {
            String before = text(random, 30);
            String after = edited(random, before);
            if (before.equals(after) || before.isEmpty()) {
                return;
            }
            bench.file("f", before);
            Files.writeString(base.resolve("p"), bench.ok("diff", Map.of("path", "f", "text", after)));
            assertThat(git(bench.root(), "apply", "--whitespace=nowarn", "../../p"))
                    .isEmpty();
            assertThat(bench.bytes("f")).asString(UTF_8).isEqualTo(after);
        });
    }

    /** Files by name; a name that ends in {@code !} is executable. */
    private static Map<String, String> tree(SplittableRandom random) {
        Map<String, String> tree = new TreeMap<>();
        for (int i = 0; i < 6; i++) {
            String name = (random.nextBoolean() ? "d" + random.nextInt(3) + "/" : "") + "f " + i + ".txt";
            tree.put(name + (random.nextInt(4) == 0 ? "!" : ""), text(random, 25) + "unique " + i + "\n");
        }
        return tree;
    }

    private static Map<String, String> changed(SplittableRandom random, Map<String, String> before) {
        Map<String, String> after = new TreeMap<>(before);
        for (Map.Entry<String, String> file : before.entrySet()) {
            String name = file.getKey();
            switch (random.nextInt(7)) {
                case 0 -> after.remove(name);
                case 1 -> {
                    after.remove(name);
                    after.put("moved/" + name.replace('/', '_'), file.getValue());
                }
                case 2 -> {
                    after.remove(name);
                    after.put("moved/" + name.replace('/', '_'), edited(random, file.getValue()));
                }
                case 3 -> {
                    after.remove(name);
                    after.put(name.endsWith("!") ? name.substring(0, name.length() - 1) : name + "!", file.getValue());
                }
                case 4 -> after.put("new/" + name, text(random, 12));
                default -> after.put(name, edited(random, file.getValue()));
            }
        }
        return after;
    }

    private static void lay(Path root, Map<String, String> tree) throws IOException {
        for (Map.Entry<String, String> each : tree.entrySet()) {
            boolean executable = each.getKey().endsWith("!");
            Path file = root.resolve(executable ? each.getKey().replace("!", "") : each.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, each.getValue());
            file.toFile().setExecutable(executable);
        }
    }

    private static Map<String, String> read(Workbench bench) throws IOException {
        Map<String, String> tree = new TreeMap<>();
        for (String name : bench.files()) {
            if (!name.startsWith(".git/")) {
                boolean executable = Files.isExecutable(bench.root().resolve(name));
                tree.put(name + (executable ? "!" : ""), bench.content(name));
            }
        }
        return tree;
    }

    @Test
    void aPatchOfGitMakesTheTreeThatItWasMadeFrom() throws IOException {
        trees(15);
    }

    @Test
    @Tag("thorough")
    void manyPatchesOfGitMakeTheTreesThatTheyWereMadeFrom() throws IOException {
        trees(500);
    }

    /** What {@code git init} makes of it, without the cost of starting git for each tree. */
    private static void layOutRepository(Path root) throws IOException {
        Files.createDirectories(root.resolve(".git/objects"));
        Files.createDirectories(root.resolve(".git/refs"));
        Files.writeString(root.resolve(".git/HEAD"), "ref: refs/heads/main\n");
    }

    private void trees(int seeds) throws IOException {
        Workbench.forSeeds(seeds, random -> {
            Path folder = Files.createTempDirectory(base, "tree");
            Map<String, String> before = tree(random);
            Map<String, String> after = changed(random, before);
            Path made = Files.createDirectories(folder.resolve("made"));
            layOutRepository(made);
            lay(made, before);
            git(made, "add", "-A");
            String committed = git(made, "write-tree").strip();
            for (String name : before.keySet()) {
                Files.delete(made.resolve(name.replace("!", "")));
            }
            lay(made, after);
            git(made, "add", "-A");
            String options = random.nextBoolean() ? "-M" : "-C";
            String patch = git(made, "diff", "--cached", options, "--find-copies-harder", "--text", committed);
            if (patch.isEmpty()) {
                return;
            }
            Workbench bench = Workbench.in(folder);
            lay(bench.root(), before);
            bench.patch(patch);
            assertThat(read(bench)).isEqualTo(new TreeMap<>(after));
        });
    }

    @Test
    void headersThatMiscountChangeNothingOfTheResult() throws IOException {
        Workbench bench = bench("miscounted");
        Workbench.forSeeds(120, random -> {
            StringBuilder before = new StringBuilder();
            for (int i = 0; i < 40; i++) {
                before.append("line ")
                        .append(i)
                        .append(' ')
                        .append(random.nextInt(1_000))
                        .append('\n');
            }
            String after = plainlyEdited(random, before.toString());
            bench.file("f", before.toString());
            String diff = bench.ok("diff", Map.of("path", "f", "text", after));
            String mutated = mutated(random, diff);
            bench.patch(mutated);
            assertThat(bench.content("f")).as(mutated).isEqualTo(after);
        });
    }

    private static String plainlyEdited(SplittableRandom random, String before) {
        List<String> lines = new ArrayList<>(List.of(before.split("(?<=\n)")));
        for (int i = 0; i < 3; i++) {
            lines.set(random.nextInt(lines.size()), "changed " + i + "\n");
        }
        lines.add(random.nextInt(lines.size()), "inserted\n");
        return String.join("", lines);
    }

    private static String mutated(SplittableRandom random, String diff) {
        StringBuilder text = new StringBuilder();
        for (String line : List.of(diff.split("\n", -1))) {
            text.append(line.startsWith("@@ ") ? header(random) : line).append('\n');
        }
        return text.toString();
    }

    private static String header(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> "@@";
            case 1 -> "@@ ... @@";
            case 2 -> "@@ -" + random.nextInt(60) + " +" + random.nextInt(60) + " @@";
            default ->
                "@@ -" + random.nextInt(60) + "," + random.nextInt(12) + " +" + random.nextInt(60) + ","
                        + random.nextInt(12) + " @@ f()";
        };
    }

    @Test
    void aPatchWhoseContentIsNotThereIsAppliedNowhere() throws IOException {
        Workbench bench = bench("absent");
        Workbench.forSeeds(200, random -> {
            String before = "first\n" + text(random, 25) + "\nlast one\n";
            bench.file("f", before);
            String diff = bench.ok("diff", Map.of("path", "f", "text", "changed first\n" + edited(random, before)));
            List<String> lines = new ArrayList<>(List.of(diff.split("\n")));
            List<Integer> old = new ArrayList<>();
            for (int i = 4; i < lines.size(); i++) {
                if (lines.get(i).startsWith(" ")
                        || (lines.get(i).startsWith("-") && !lines.get(i).startsWith("--- "))) {
                    old.add(i);
                }
            }
            if (old.isEmpty()) {
                return;
            }
            int at = old.get(random.nextInt(old.size()));
            lines.set(at, lines.get(at).charAt(0) + "this line is nowhere");
            String patch = String.join("\n", lines) + "\n";
            assertThat(bench.call("apply_patch", Map.of("patch", patch)).outcome())
                    .as(patch)
                    .isEqualTo(ToolOutcome.FAILED);
            assertThat(bench.content("f")).isEqualTo(before);
        });
    }

    @Test
    void gitAgreesOnPatchesThatBothAccept() throws Exception {
        Workbench bench = bench("ours");
        Path theirs = Files.createDirectories(base.resolve("theirs"));
        git(theirs, "init", "-q");
        int[] agreed = new int[1];
        Workbench.forSeeds(80, random -> {
            String before = text(random, 30);
            String after = edited(random, before);
            bench.file("f", before);
            if (before.equals(after) || before.isEmpty()) {
                return;
            }
            String diff = bench.ok("diff", Map.of("path", "f", "text", after));
            String now = random.nextInt(3) == 0 ? edited(random, before) : before;
            bench.file("f", now);
            Files.writeString(theirs.resolve("f"), now);
            Files.writeString(base.resolve("q"), diff);
            boolean gitTook = exit(theirs, "apply", "--whitespace=nowarn", "../q") == 0;
            boolean weTook = bench.call("apply_patch", Map.of("patch", diff)).outcome() == ToolOutcome.SUCCEEDED;
            if (gitTook && weTook) {
                agreed[0]++;
                assertThat(bench.content("f")).as(diff).isEqualTo(Files.readString(theirs.resolve("f")));
            } else if (!weTook) {
                assertThat(bench.content("f")).isEqualTo(now);
            }
        });
        assertThat(agreed[0]).isGreaterThan(20);
    }

    @Test
    void noTextMakesItFailWithoutAReason() throws IOException {
        Workbench bench = bench("fuzz").file("f", "alpha\nbeta\n");
        String[] pieces = {
            "--- a/f",
            "+++ b/f",
            "@@ -1 +1 @@",
            "@@",
            "-alpha",
            "+gamma",
            " beta",
            "",
            "\\",
            "diff --git a/f b/f",
            "rename from f",
            "rename to g",
            "new file mode 100644",
            "new mode 100755",
            "*** Begin Patch",
            "*** Update File: f",
            "*** Add File: h",
            "*** Delete File: f",
            "*** Move to: k",
            "*** End of File",
            "GIT binary patch",
            "-- ",
            "```",
            "prose",
            "--- /dev/null",
            "+++ /dev/null",
            "\"a/\\",
            "--- \"a/f\\q\"",
            "diff --git ",
            "diff --git \"a",
            "old mode 1",
            "--- ",
            "+++ ",
            "similarity index 100%",
            "copy from f",
            "\r"
        };
        Workbench.forSeeds(400, random -> {
            StringBuilder patch = new StringBuilder();
            for (int i = random.nextInt(14); i >= 0; i--) {
                patch.append(pieces[random.nextInt(pieces.length)]).append('\n');
            }
            String result =
                    bench.call("apply_patch", Map.of("patch", patch.toString())).text();
            assertThat(result).as(patch.toString()).isNotBlank().doesNotContain("Exception", "java.");
            for (String name : bench.files()) {
                Files.delete(bench.root().resolve(name));
            }
            bench.file("f", "alpha\nbeta\n");
        });
    }

    private static String git(Path folder, String... arguments) throws IOException, InterruptedException {
        Process process = start(folder, arguments);
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }

    private static int exit(Path folder, String... arguments) throws IOException, InterruptedException {
        Process process = start(folder, arguments);
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private static Process start(Path folder, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@example.org"));
        command.addAll(List.of("-c", "core.autocrlf=false", "-c", "core.safecrlf=false", "-c", "commit.gpgsign=false"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        Map<String, String> environment = new HashMap<>(builder.environment());
        environment.keySet().stream().filter(key -> key.startsWith("GIT_")).forEach(builder.environment()::remove);
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        builder.environment().put("GIT_CONFIG_SYSTEM", "/dev/null");
        return builder.start();
    }
}
