package dev.intellibrix.agenttools.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code fetch_url} keeps from one call to the next: pages, and how often a host was asked. */
class FetchMemoryTest {

    /** A clock that a test sets. */
    static final class Watch extends Clock {
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @TempDir
    Path root;

    private final Watch watch = new Watch();
    private Web web;

    @BeforeEach
    void open() throws IOException {
        web = new Web();
        web.page("http://a.example/", "text/plain", "first");
    }

    @AfterEach
    void close() {
        web.close();
    }

    private static String fetch(Workbench bench, String url) {
        return bench.ok("fetch_url", Map.of("url", url));
    }

    @Test
    void remembersAPageForSomeMinutes() {
        Workbench bench = Workbench.with(root, web.tool(Web.options(), watch));
        fetch(bench, "http://a.example/");
        web.page("http://a.example/", "text/plain", "second");
        watch.pass(Duration.ofMinutes(4));
        assertThat(fetch(bench, "http://a.example/#x")).contains("first");
        watch.pass(Duration.ofMinutes(1));
        assertThat(fetch(bench, "http://a.example/")).contains("second");
        assertThat(web.requests()).hasSize(2);
    }

    @Test
    void remembersEachFormOfAPageByItself() {
        web.page("http://a.example/h", "text/html", "<p>text</p>");
        Workbench bench = Workbench.with(root, web.tool(Web.options(), watch));
        assertThat(fetch(bench, "http://a.example/h")).doesNotContain("<p>");
        assertThat(bench.ok("fetch_url", Map.of("url", "http://a.example/h", "format", "raw")))
                .contains("<p>");
    }

    @Test
    void remembersNothingForAnotherConversation() {
        Tool tool = web.tool(Web.options(), watch);
        for (String conversation : new String[] {"one", "two"}) {
            MockProvider model = MockProvider.of(
                    MockTurn.call("fetch_url", Map.of("url", "http://a.example/")), MockTurn.text("done"));
            new Intelligence(IntelligenceOptions.builder()
                            .provider(model)
                            .model("scripted")
                            .tools(tool)
                            .build())
                    .conversation(conversation)
                    .ask("go");
        }
        assertThat(web.requests()).hasSize(2);
    }

    @Test
    void remembersNoFailure() {
        Workbench bench = Workbench.with(root, web.tool(Web.options(), watch));
        bench.error("fetch_url", Map.of("url", "http://a.example/later"));
        web.page("http://a.example/later", "text/plain", "there");
        assertThat(fetch(bench, "http://a.example/later")).contains("there");
    }

    @Test
    void asksAHostNoMoreOftenThanAllowedAndSaysHowLongToWait() {
        Workbench bench = Workbench.with(root, web.tool(Web.options().maxRequestsPerMinute(3), watch));
        for (int i = 0; i < 3; i++) {
            web.page("http://a.example/" + i, "text/plain", "page " + i);
            fetch(bench, "http://a.example/" + i);
            watch.pass(Duration.ofSeconds(10));
        }
        assertThat(bench.error("fetch_url", Map.of("url", "http://a.example/3")))
                .contains("3 requests in a minute were made of a.example; wait 31 s");
        web.page("http://b.example/", "text/plain", "other host");
        assertThat(fetch(bench, "http://b.example/")).contains("other host");
        assertThat(fetch(bench, "http://a.example/0")).contains("page 0"); // Remembered: nobody is asked.
        watch.pass(Duration.ofSeconds(31));
        assertThat(fetch(bench, "http://a.example/")).contains("first");
        assertThat(web.requests()).hasSize(5);
    }

    @Test
    void forgetsTheOldestWhenThereIsTooMuch() {
        Recent<String, String> recent = new Recent<>(3, 10, String::length, watch);
        Duration time = Duration.ofHours(1);
        recent.put("a", "1", time);
        recent.put("b", "1", time);
        recent.put("c", "1", time);
        recent.put("d", "1", time);
        assertThat(recent.get("a")).isEmpty();
        assertThat(recent.get("b")).contains("1");
        recent.put("e", "12345678", time);
        assertThat(recent.get("b")).isEmpty();
        assertThat(recent.get("c")).contains("1");
        recent.put("f", "12345678901", time);
        assertThat(recent.get("f")).isEmpty();
        assertThat(recent.get("e")).contains("12345678");
        recent.put("c", "2", time);
        assertThat(recent.get("c")).contains("2");
    }
}
