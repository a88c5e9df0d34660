package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random trees with random ignore files: a walk finds what git would not ignore, in git's order. */
class IgnorePropertyTest {

    private static final String[] NAMES = {
        "a", "b", "ab", "ba", "foo", "foo.o", ".x", "a.b", "b c", "A", "[a]", "a]", "-", "a*", "c ", "\\", "!a", "#a"
    };
    private static final String[] PIECES = {
        "a",
        "b",
        "foo",
        ".o",
        ".x",
        "A",
        " ",
        "*",
        "*",
        "*",
        "**",
        "***",
        "?",
        "/",
        "/",
        "/",
        "**/",
        "/**",
        "/**/",
        "[ab]",
        "[!a]",
        "[^b]",
        "[a-c]",
        "[]a]",
        "[[:alpha:]]",
        "[[:upper:]]",
        "[a",
        "[",
        "]",
        "\\",
        "\\*",
        "\\/",
        "\\ ",
        "-",
        "#",
        "!",
        "\t",
        "[A-Z]",
        "[\\]]",
        "[/]",
        "[!-a]",
        "[a-]"
    };

    @TempDir
    Path folder;

    @Test
    void aWalkFindsWhatGitWouldNotIgnore() throws IOException {
        compareWithGit(60);
    }

    @Test
    @Tag("thorough")
    void aWalkFindsWhatGitWouldNotIgnoreInManyTrees() throws IOException {
        compareWithGit(Integer.getInteger("trees", 800));
    }

    private void compareWithGit(int trees) throws IOException {
        long seed = Long.getLong("seed", 1);
        for (int i = 0; i < trees; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            GitTree tree = new GitTree(Files.createDirectory(folder.resolve("t" + i)));
            layOutRepository(tree, random.nextInt(5) == 0);
            fill(tree, "", random, 0);
            List<String> expected = tree.gitFiles("");
            assertThat(Walked.files(tree.root(), "."))
                    .as("-Dseed=%d, all of %s", seed + i, tree.root())
                    .isEqualTo(expected);
            String start = someFolder(expected, random);
            if (!start.isEmpty()) {
                assertThat(Walked.files(tree.root().resolve(start), "."))
                        .as("-Dseed=%d, from %s", seed + i, start)
                        .isEqualTo(tree.gitFiles(start));
            }
            delete(tree.root());
        }
    }

    /** What {@code git init} makes of it, without the cost of starting git for each tree. */
    private static void layOutRepository(GitTree tree, boolean ignoreCase) throws IOException {
        tree.file(".git/HEAD", "ref: refs/heads/main\n");
        tree.file(
                ".git/config",
                "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tignoreCase = " + ignoreCase + "\n");
        Files.createDirectories(tree.root().resolve(".git/objects"));
        Files.createDirectories(tree.root().resolve(".git/refs"));
    }

    private static void fill(GitTree tree, String prefix, SplittableRandom random, int depth) throws IOException {
        int entries = 1 + random.nextInt(6);
        for (int i = 0; i < entries; i++) {
            String path = prefix + pick(random, NAMES);
            if (Files.exists(tree.root().resolve(path))) {
                continue;
            }
            if (depth < 4 && random.nextInt(3) > 0) {
                Files.createDirectory(tree.root().resolve(path));
                fill(tree, path + "/", random, depth + 1);
            } else {
                tree.files(path);
            }
        }
        if (depth == 0 || random.nextInt(4) == 0) {
            tree.file(prefix + ".gitignore", ignoreFile(random));
        }
        if (depth == 0 && random.nextInt(4) == 0) {
            tree.file(".git/info/exclude", ignoreFile(random));
        }
    }

    private static String ignoreFile(SplittableRandom random) {
        StringBuilder file = new StringBuilder(random.nextInt(8) == 0 ? "\u00ef\u00bb\u00bf" : "");
        int lines = 1 + random.nextInt(8);
        for (int i = 0; i < lines; i++) {
            file.append(random.nextInt(3) == 0 ? "!" : "");
            int pieces = 1 + random.nextInt(5);
            for (int p = 0; p < pieces; p++) {
                file.append(pick(random, PIECES));
            }
            file.append(random.nextInt(5) == 0 ? " " : "");
            file.append(random.nextInt(6) == 0 ? "\r\n" : "\n");
        }
        return random.nextInt(4) == 0 ? file.substring(0, file.length() - 1) : file.toString();
    }

    /** A folder that is not ignored: git shows nothing below one that is, and a walk shows what it was asked for. */
    private static String someFolder(List<String> files, SplittableRandom random) {
        List<String> folders = files.stream()
                .filter(path -> path.indexOf('/') > 0)
                .map(path -> path.substring(0, path.lastIndexOf('/')))
                .distinct()
                .toList();
        return folders.isEmpty() ? "" : folders.get(random.nextInt(folders.size()));
    }

    private static String pick(SplittableRandom random, String[] from) {
        return from[random.nextInt(from.length)];
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }
}
