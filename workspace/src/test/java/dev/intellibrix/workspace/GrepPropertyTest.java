package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random expressions over random lines: what is looked for in the bytes first never hides a line that matches. */
class GrepPropertyTest {

    private static final String[] TEXTS = {
        "a",
        "b",
        "K",
        "k",
        "s",
        "S",
        "\u017f",
        "\u212a",
        "ä",
        "Ä",
        "\ud83d\ude00",
        " ",
        "-",
        "ab",
        "ks",
        "x1",
        "(",
        "a{",
        "_",
        "{2}"
    };
    private static final String[] PIECES = {
        "a",
        "b",
        "k",
        "s",
        "K",
        "S",
        "ä",
        "ab",
        "ks",
        "ka",
        "-",
        "_",
        "\\(",
        "\\x61",
        "\\141",
        "\\Qa{\\E",
        "\\Qab",
        "{",
        "a{2}",
        "b{0,2}",
        "b{1,}",
        "k{,2}",
        "[ab]",
        "[^a]",
        "[]a]",
        "[\\]k]",
        "[[:alpha:]]",
        ".",
        "^",
        "$",
        "\\b",
        "\\w",
        "\\pL",
        "\\p{Lu}",
        "|",
        "|",
        "*",
        "?",
        "+",
        "(",
        "(?:",
        "(?i:",
        "(?i)",
        "(?-i)",
        "(?P<n>",
        ")",
        ")",
        "a|b",
        "(ab|ks)",
        "(a|)",
        "\ud83d\ude00"
    };

    @TempDir
    Path root;

    @Test
    void everyLineThatMatchesIsFound() throws IOException {
        compare(400);
    }

    @Test
    @Tag("thorough")
    void everyLineThatMatchesIsFoundForManyExpressions() throws IOException {
        compare(20_000);
    }

    private void compare(int expressions) throws IOException {
        long seed = Long.getLong("seed", System.nanoTime());
        Search search = new Search(root);
        int compared = 0;
        for (int i = 0; compared < expressions; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            String regex = joined(random, PIECES, 1 + random.nextInt(6));
            boolean ignoreCase = random.nextBoolean();
            Pattern pattern = compiled(regex, ignoreCase);
            if (pattern == null) {
                continue;
            }
            compared++;
            List<String> lines = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int line = 1; line <= 20; line++) {
                String text = joined(random, TEXTS, random.nextInt(6));
                lines.add(text);
                if (pattern.matcher(text).find()) {
                    expected.add("f:" + line + ":" + text);
                }
            }
            Files.writeString(root.resolve("f"), String.join("\n", lines) + "\n");
            assertThat(search.grepped(regex, "ignoreCase", ignoreCase))
                    .as("-Dseed=%d, %s, ignoreCase %s", seed + i, regex, ignoreCase)
                    .isEqualTo(expected);
        }
    }

    private static Pattern compiled(String regex, boolean ignoreCase) {
        try {
            return Pattern.compile(regex, Pattern.MULTILINE | (ignoreCase ? Pattern.CASE_INSENSITIVE : 0));
        } catch (PatternSyntaxException e) {
            return null;
        }
    }

    private static String joined(SplittableRandom random, String[] from, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(from[random.nextInt(from.length)]);
        }
        return text.toString();
    }
}
