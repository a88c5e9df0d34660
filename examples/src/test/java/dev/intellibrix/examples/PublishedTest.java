package dev.intellibrix.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the build publishes and compares is what the modules say of themselves. */
class PublishedTest {

    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void theBomNamesEveryPublishedModuleAndNoOther() throws IOException {
        List<String> published =
                modules().stream().map(module -> "intellibrix-" + module).toList();

        assertThat(found("bom/pom.xml", "<artifactId>(intellibrix-\\S+)</artifactId>"))
                .containsExactlyInAnyOrderElementsOf(with(published, "intellibrix-parent", "intellibrix-bom"));
    }

    @Test
    void versionsAreComparedByWhatTheModulesExportToEverybody() throws IOException {
        List<String> exported = new ArrayList<>();
        for (String module : modules()) {
            exported.addAll(found(module + "/src/main/java/module-info.java", "exports (\\S+);"));
        }

        assertThat(found("pom.xml", "<include>(dev\\.intellibrix\\S*)</include>"))
                .containsExactlyInAnyOrderElementsOf(exported);
    }

    /** Those with a descriptor; what is not published has none. */
    private static List<String> modules() throws IOException {
        return found("pom.xml", "<module>(\\S+)</module>").stream()
                .filter(module -> Files.exists(PROJECT.resolve(module).resolve("src/main/java/module-info.java")))
                .toList();
    }

    private static List<String> found(String file, String pattern) throws IOException {
        String text = Files.readString(PROJECT.resolve(file));
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static List<String> with(List<String> some, String... more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(List.of(more));
        return all;
    }
}
