package dev.intellibrix.agenttools.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pages of this project's own writing, of the kinds that there are on the web, each with the text that its main content
 * has. A file holds options ({@code charset}, {@code scripts}), the page after a line {@code === page} and the text after
 * a line {@code === text}.
 */
class OwnPagesTest {

    private static final URI ADDRESS = URI.create("https://pages.example/folder/page.html");

    static Stream<Sample> samples() throws IOException, URISyntaxException {
        URL folder = Objects.requireNonNull(OwnPagesTest.class.getResource("pages"));
        List<Sample> samples = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
            for (Path file : files.sorted().toList()) {
                samples.add(Sample.read(file));
            }
        }
        return samples.stream();
    }

    @Test
    void thereAreFortyPages() throws IOException, URISyntaxException {
        assertThat(samples()).hasSizeGreaterThanOrEqualTo(40);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void thePageHasItsWordsAndFewOthers(Sample sample) {
        HtmlPage page = sample.parse();
        WordMeasure measure = WordMeasure.of(page.markdown(), sample.text);
        assertThat(measure.isGood())
                .as(() -> String.format(
                        Locale.ROOT,
                        "found %.3f, foreign %.3f%n%s",
                        measure.found(),
                        measure.foreign(),
                        page.markdown()))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void onlyAShellNeedsScripts(Sample sample) {
        assertThat(sample.parse().needsScripts()).isEqualTo(sample.scripts);
    }

    /** A page and the text that it is to give. */
    record Sample(String name, Charset charset, boolean scripts, String page, String text) {

        static Sample read(Path file) throws IOException {
            String content = Files.readString(file, StandardCharsets.UTF_8);
            int page = content.indexOf("=== page\n");
            int text = content.indexOf("=== text\n");
            String options = content.substring(0, page);
            return new Sample(
                    file.getFileName().toString(),
                    Charset.forName(option(options, "charset").orElse("UTF-8")),
                    option(options, "scripts").isPresent(),
                    content.substring(page + 9, text),
                    content.substring(text + 9));
        }

        private static Optional<String> option(String options, String name) {
            return options.lines()
                    .filter(line -> line.startsWith(name + ": "))
                    .map(line -> line.substring(name.length() + 2))
                    .findFirst();
        }

        HtmlPage parse() {
            return HtmlPage.parse(page.getBytes(charset), Optional.empty(), ADDRESS, Cancellation.none());
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
