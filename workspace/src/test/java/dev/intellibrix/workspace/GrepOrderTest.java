package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However many threads search, results come in the order of the paths, and end where they would with one. */
class GrepOrderTest {

    private static final int FOLDERS = 60;
    private static final int FILES = 6;

    @TempDir
    Path root;

    private final List<String> lines = new ArrayList<>();

    @BeforeEach
    void writeFiles() throws IOException {
        List<String> paths = new ArrayList<>();
        for (int folder = 0; folder < FOLDERS; folder++) {
            Path in = Files.createDirectories(root.resolve("d" + folder % 7).resolve("e" + folder));
            for (int file = 0; file < FILES; file++) {
                // Some are large, so that those behind them are searched first.
                String rest = "rest of the file\n".repeat((folder + file) % 5 == 0 ? 8_000 : 3);
                Files.writeString(in.resolve("f" + file), "before\nhit " + file + "\nafter\nhit again\n" + rest);
                paths.add(root.relativize(in.resolve("f" + file)).toString());
            }
            Files.write(in.resolve("binary"), new byte[10]);
        }
        paths.sort(Comparator.naturalOrder());
        for (String path : paths) {
            lines.add(path + ":2:hit " + path.charAt(path.length() - 1));
            lines.add(path + ":4:hit again");
        }
    }

    @Test
    void allLinesComeInTheOrderOfThePaths() {
        assertThat(new Search(root).grepped("^hit", "maxResults", 100_000)).isEqualTo(lines);
        assertThat(new Search(root).grep("nowhere"))
                .isEqualTo("No match in " + FOLDERS * FILES + " files. Skipped: " + FOLDERS + " binary.");
    }

    @Test
    void theFirstLinesAreTheSameInEverySearchThatEndsEarly() {
        Search search = new Search(root);
        for (int most = 1; most < lines.size(); most += 97) {
            List<String> expected = lines.subList(0, most);
            String first = search.grep("hit", "maxResults", most);
            assertThat(search.grepped("hit", "maxResults", most)).isEqualTo(expected);
            // What was passed over counts up to the end of the search only.
            assertThat(search.grep("hit", "maxResults", most)).isEqualTo(first);
        }
    }

    @Test
    void behindTheLastMatchThatIsShownFurtherMatchesAreContext() {
        assertThat(new Search(root).grep("hit", "maxResults", 1, "context", 2))
                .startsWith("d0/e0/f0-1-before\nd0/e0/f0:2:hit 0\nd0/e0/f0-3-after\nd0/e0/f0-4-hit again\n[");
    }

    @Test
    void filesComeInTheOrderOfThePaths() {
        List<String> paths = lines.stream()
                .map(line -> line.substring(0, line.indexOf(':')))
                .distinct()
                .toList();
        Search search = new Search(root);
        assertThat(search.globbed("**/f*", "maxResults", 100_000)).isEqualTo(paths);
        assertThat(search.grepFiles("hit", "maxResults", 100_000)).isEqualTo(paths);
        assertThat(search.grepped("hit", "mode", "count", "maxResults", 100_000))
                .isEqualTo(paths.stream().map(path -> path + ":2").toList());
    }
}
