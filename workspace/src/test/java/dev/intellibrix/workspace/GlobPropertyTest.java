package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.workspace.search.Braces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random patterns over one tree: glob finds what git finds for the same pattern, with its braces written out. */
class GlobPropertyTest {

    private static final String[] FOLDERS = {"a", "b", "ab", ".x", "a.b", "A"};
    private static final String[] FILES = {"a.c", "c", "ba.c", ".y", "x.b", "C", "bb", "*"};
    private static final String[] PIECES = {
        "a",
        "b",
        "c",
        ".",
        "x",
        "*",
        "*",
        "*",
        "**",
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
        "[[:alpha:]]",
        "[.]",
        "\\a",
        "\\*",
        "{a,b}",
        "{a,{b,c}}",
        "{a/,*/}",
        "{,a}",
        "{*,.x}"
    };

    @TempDir
    Path folder;

    @Test
    void globFindsWhatGitFinds() throws IOException {
        compareWithGit(120);
    }

    @Test
    @Tag("thorough")
    void globFindsWhatGitFindsForManyPatterns() throws IOException {
        compareWithGit(Integer.getInteger("patterns", 1_500));
    }

    private void compareWithGit(int patterns) throws IOException {
        long seed = Long.getLong("seed", 1);
        GitTree tree = new GitTree(folder.toRealPath()).init();
        SplittableRandom names = new SplittableRandom(7);
        for (int i = 0; i < 300; i++) {
            StringBuilder path = new StringBuilder();
            for (int depth = names.nextInt(5); depth > 0; depth--) {
                path.append(pick(names, FOLDERS)).append('/');
            }
            tree.files(path.append(pick(names, FILES)).toString());
        }
        Search search = new Search(tree.root());
        for (int i = 0; i < patterns; i++) {
            String pattern = pattern(new SplittableRandom(seed + i));
            assertThat(search.globbed(pattern, "maxResults", 10_000))
                    .as("-Dseed=%d, pattern %s", seed + i, pattern)
                    .containsExactlyElementsOf(gitGlob(tree, pattern));
        }
    }

    private static String pattern(SplittableRandom random) {
        StringBuilder pattern = new StringBuilder(random.nextBoolean() ? "*" : "a/*");
        for (int pieces = random.nextInt(6); pieces > 0; pieces--) {
            String piece = pick(random, PIECES);
            boolean twoSlashes = piece.startsWith("/") && pattern.toString().endsWith("/");
            pattern.append(twoSlashes ? piece.substring(1) : piece);
        }
        return pattern.toString().replace("..", ".");
    }

    /** git has no braces, and no rules of its own for a pattern without a slash, or with one at its end. */
    private static List<String> gitGlob(GitTree tree, String pattern) {
        Set<String> specs = new LinkedHashSet<>();
        for (String written : Braces.expand(pattern)) {
            String plain = written.replaceAll("/+", "/").replaceAll("(?<=/)(\\./)+", "");
            String whole = plain.replaceAll("/\\.$", "");
            boolean folder = whole.endsWith("/");
            boolean anywhere = plain.indexOf('/') < 0 || plain.indexOf('/') == plain.length() - 1;
            specs.add(":(glob)" + (anywhere ? "**/" : "") + whole + (folder ? "**" : ""));
        }
        return tree.gitFiles("", specs.toArray(new String[0]));
    }

    private static String pick(SplittableRandom random, String[] from) {
        return from[random.nextInt(from.length)];
    }
}
