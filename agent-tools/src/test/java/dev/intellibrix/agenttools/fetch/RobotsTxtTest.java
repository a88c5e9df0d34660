package dev.intellibrix.agenttools.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.FetchOptions;
import dev.intellibrix.agenttools.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RobotsTxtTest {

    private static final String DISALLOW_PRIVATE = "User-agent: *\nDisallow: /private\n";

    @TempDir
    Path root;

    private final FetchMemoryTest.Watch watch = new FetchMemoryTest.Watch();
    private Web web;

    @BeforeEach
    void open() throws IOException {
        web = new Web();
        for (String path : new String[] {"", "private", "open"}) {
            web.page("http://a.example/" + path, "text/plain", "page " + path);
        }
    }

    @AfterEach
    void close() {
        web.close();
    }

    private Workbench bench(FetchOptions.Builder options) {
        return Workbench.with(root, web.tool(options.respectRobotsTxt(true), watch));
    }

    private Workbench bench() {
        return bench(Web.options());
    }

    private static String ok(Workbench bench, String url) {
        return bench.ok("fetch_url", Map.of("url", url));
    }

    private static String error(Workbench bench, String url) {
        return bench.error("fetch_url", Map.of("url", url));
    }

    @Test
    void obeysWhenAskedAndOnlyThen() {
        web.page("http://a.example/robots.txt", "text/plain", DISALLOW_PRIVATE);
        Workbench bench = bench();
        assertThat(error(bench, "http://a.example/private"))
                .contains("the robots.txt of http://a.example forbids programs to fetch http://a.example/private");
        assertThat(ok(bench, "http://a.example/open")).contains("page open");
        assertThat(web.requests()).containsExactly("http://a.example/robots.txt", "http://a.example/open");
        assertThat(ok(Workbench.with(root, web.tool()), "http://a.example/private"))
                .contains("page private");
    }

    @Test
    void readsTheRulesForItsOwnName() {
        web.page(
                "http://a.example/robots.txt",
                "text/plain",
                "User-agent: *\nDisallow: /\nUser-agent: mybot\nDisallow:\n");
        assertThat(ok(bench(Web.options().userAgent("MyBot/1.0")), "http://a.example/"))
                .contains("page");
        assertThat(error(bench(), "http://a.example/")).contains("forbids");
    }

    @Test
    void asksAgainForEachPageOnTheWay() {
        web.page("http://a.example/robots.txt", "text/plain", DISALLOW_PRIVATE)
                .page("http://a.example/to-private", Web.Answer.redirect("/private"))
                .page("http://a.example/to-other", Web.Answer.redirect("http://b.example/private"))
                .page("http://b.example/robots.txt", "text/plain", DISALLOW_PRIVATE);
        assertThat(error(bench(), "http://a.example/to-private")).contains("forbids");
        assertThat(error(bench(), "http://a.example/to-other")).contains("robots.txt of http://b.example");
        assertThat(web.requests()).doesNotContain("http://a.example/private", "http://b.example/private");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 410})
    void takesAFileThatIsNotThereForLeave(int status) {
        web.page("http://a.example/robots.txt", Web.Answer.status(status));
        assertThat(ok(bench(), "http://a.example/private")).contains("page private");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503, 429, 304})
    void takesAFileThatCanNotBeReadForAProhibition(int status) {
        web.page("http://a.example/robots.txt", Web.Answer.status(status));
        assertThat(error(bench(), "http://a.example/open")).contains("can not be read (status " + status + ")");
        assertThat(web.requests()).containsExactly("http://a.example/robots.txt");
    }

    @Test
    void takesAPageOfHtmlForNoRules() {
        web.page("http://a.example/robots.txt", "text/html", "<!DOCTYPE html><html><p>Not found: sorry</p></html>");
        assertThat(ok(bench(), "http://a.example/private")).contains("page private");
    }

    @Test
    void followsRedirectsOfTheFileWithEveryCheck() {
        web.page("http://a.example/robots.txt", Web.Answer.redirect("http://b.example/rules"))
                .page("http://b.example/rules", "text/plain", DISALLOW_PRIVATE);
        assertThat(error(bench(), "http://a.example/private")).contains("forbids");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/",
                "http://127.0.0.1/",
                "http://inner.example/",
                "file:///etc/passwd",
                "http://0.0.0.0/",
                "http://10.255.255.255/",
                "http://100.127.255.255/",
                "http://172.31.255.255/",
                "http://192.168.255.255/",
                "http://198.19.255.255/",
                "http://239.255.255.255/",
                "http://255.255.255.255/",
                "http://[::1]/",
                "http://[::ffff:8.8.8.8]/",
                "http://[64:ff9b::8.8.8.8]/",
                "http://[2002:808:808::1]/",
                "http://[fd00::1]/",
                "http://[fe80::1]/",
                "http://[ff02::1]/",
                "http://2130706433/",
                "http://localhost/"
            })
    void fetchesNoFileFromInside(String target) {
        web.name("inner.example", "10.0.0.1").page("http://a.example/robots.txt", Web.Answer.redirect(target));
        assertThat(error(bench(), "http://a.example/open")).contains("can not be read");
        assertThat(web.connections()).containsOnly(Web.ADDRESS + " 80");
        assertThat(web.requests()).containsExactly("http://a.example/robots.txt");
    }

    @Test
    void fetchesNoFileFromAHostThatIsNotListed() {
        web.page("http://a.example/robots.txt", Web.Answer.redirect("http://b.example/rules"));
        assertThat(error(bench(Web.options().allowHosts("a.example")), "http://a.example/open"))
                .contains("can not be read");
        assertThat(web.requests()).containsExactly("http://a.example/robots.txt");
    }

    @Test
    void asksNoFileOfAPageThatIsRefused() {
        assertThat(error(bench(), "http://10.0.0.1/")).contains("private");
        assertThat(web.connections()).isEmpty();
    }

    @Test
    void remembersTheFileOfEachSchemeHostAndPortByItself() {
        web.page("http://a.example/robots.txt", "text/plain", "User-agent: *\nDisallow: /open\n")
                .page("http://a.example:8080/robots.txt", "text/plain", DISALLOW_PRIVATE)
                .page("http://a.example:8080/open", "text/plain", "other port")
                .page("http://b.example/open", "text/plain", "other host");
        Workbench bench = bench();
        assertThat(error(bench, "http://a.example/open")).contains("forbids");
        assertThat(ok(bench, "http://a.example/private")).contains("page");
        assertThat(ok(bench, "http://a.example:8080/open")).contains("other port");
        assertThat(ok(bench, "http://b.example/open")).contains("other host");
        // Nobody answers there, so that this file can not be read; that of plain HTTP says nothing for it.
        assertThat(error(bench, "https://a.example/private")).contains("robots.txt");
        assertThat(web.requests().stream().filter(url -> url.equals("http://a.example/robots.txt")))
                .hasSize(1);
    }

    @Test
    void forgetsAFileAfterAnHourAndAFailureAfterAMinute() {
        web.page("http://a.example/robots.txt", Web.Answer.status(503));
        Workbench bench = bench();
        assertThat(error(bench, "http://a.example/open")).contains("503");
        web.page("http://a.example/robots.txt", "text/plain", DISALLOW_PRIVATE);
        assertThat(error(bench, "http://a.example/open")).contains("503");
        watch.pass(Duration.ofMinutes(1));
        assertThat(ok(bench, "http://a.example/open")).contains("page open");
        web.page("http://a.example/robots.txt", "text/plain", "");
        watch.pass(Duration.ofMinutes(59));
        assertThat(error(bench, "http://a.example/private")).contains("forbids");
        watch.pass(Duration.ofMinutes(1));
        assertThat(ok(bench, "http://a.example/private")).contains("page private");
    }

    @Test
    void readsNoMoreThanHalfAMegabyteOfAFile() {
        web.page(
                "http://a.example/robots.txt",
                "text/plain",
                DISALLOW_PRIVATE + "#".repeat(600_000) + "\nUser-agent: *\nDisallow: /open\n");
        Workbench bench = bench();
        assertThat(error(bench, "http://a.example/private")).contains("forbids");
        assertThat(ok(bench, "http://a.example/open")).contains("page open");
    }
}
