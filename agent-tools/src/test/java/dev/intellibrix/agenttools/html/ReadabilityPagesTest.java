package dev.intellibrix.agenttools.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the main content of real pages with what people have marked as such: the test pages of Mozilla's Readability,
 * a folder for each with {@code source.html} and {@code expected.html}. They belong to others and are not part of this
 * project; where they lie is told by the system property {@value #FOLDER}.
 */
class ReadabilityPagesTest {

    private static final String FOLDER = "intellibrix.readabilityPages";

    private static final URI ADDRESS = URI.create("http://fakehost/test/page.html");

    /** The pages are kept in this charset, whatever they say of themselves. */
    private static final Optional<Charset> STORED_IN = Optional.of(StandardCharsets.UTF_8);

    @Test
    @Tag("thorough")
    void nineOfTenPagesHaveTheirWordsAndFewOthers() throws IOException {
        String folder = System.getProperty(FOLDER);
        assumeTrue(folder != null, "the system property " + FOLDER + " names no folder of test pages");
        List<Result> results = new ArrayList<>();
        try (Stream<Path> pages = Files.list(Path.of(folder))) {
            for (Path page : pages.sorted().toList()) {
                results.add(Result.of(page));
            }
        }
        long good = results.stream().filter(result -> result.measure.isGood()).count();
        assertThat(good).as(() -> report(results)).isGreaterThanOrEqualTo((long) Math.ceil(results.size() * 0.9));
    }

    private static String report(List<Result> results) {
        StringBuilder report = new StringBuilder();
        results.stream()
                .filter(result -> !result.measure.isGood())
                .sorted(Comparator.comparingDouble(result -> result.measure.found() - result.measure.foreign()))
                .forEach(result -> report.append(result).append('\n'));
        return report.toString();
    }

    private record Result(String name, WordMeasure measure) {

        static Result of(Path page) throws IOException {
            byte[] source = Files.readAllBytes(page.resolve("source.html"));
            HtmlPage read = HtmlPage.parse(source, STORED_IN, ADDRESS, Cancellation.none());
            String expected = Jsoup.parse(Files.readString(page.resolve("expected.html")))
                    .body()
                    .text();
            return new Result(page.getFileName().toString(), WordMeasure.of(read.markdown(), expected));
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s: found %.3f, foreign %.3f", name, measure.found(), measure.foreign());
        }
    }
}
