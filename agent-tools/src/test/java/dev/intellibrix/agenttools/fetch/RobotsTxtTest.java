package dev.intellibrix.agenttools.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.FetchOptions;
import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.tool.Tool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RobotsTxtTest {

    private static final String DISALLOW_PRIVATE = "User-agent: *\nDisallow: /private\n";

    private static final List<String> RANGES = List.of(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "168.63.129.16/32",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
            "::/96",
            "::ffff:0:0:0/96",
            "64:ff9b::/96",
            "64:ff9b:1::/48",
            "100::/64",
            "100:0:0:1::/64",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "2620:4f:8000::/48",
            "3fff::/20",
            "5f00::/16",
            "fc00::/7",
            "fe80::/10",
            "fec0::/10",
            "ff00::/8");

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

    /** One call has little time left, because of a page that dawdled before it redirected; the next has enough. */
    @Test
    void remembersNoFailureThatIsDueToTheCallAlone() {
        web.page("http://a.example/robots.txt", "text/plain", DISALLOW_PRIVATE);
        Tool hasty = web.tool(Web.options().respectRobotsTxt(true).timeout(Duration.ofSeconds(9)), watch);
        web.silent(true);
        assertThat(error(Workbench.with(root, hasty), "http://a.example/open")).contains("can not be read");
        web.silent(false);
        assertThat(ok(Workbench.with(root, hasty), "http://a.example/open")).contains("page open");
        Tool patient = web.tool(Web.options().respectRobotsTxt(true), watch);
        web.silent(true);
        assertThat(error(Workbench.with(root, patient), "http://a.example/open"))
                .contains("can not be read");
        web.silent(false);
        assertThat(error(Workbench.with(root, patient), "http://a.example/open"))
                .contains("can not be read");
    }

    @Test
    void countsWhereFilesRedirectToAsRequestsOfThatHost() {
        for (int i = 0; i < 5; i++) {
            web.page("http://r" + i + ".example/robots.txt", Web.Answer.redirect("http://victim.example/" + i))
                    .page("http://r" + i + ".example/", "text/plain", "page");
        }
        Workbench bench = bench(Web.options().maxRequestsPerMinute(3));
        for (int i = 0; i < 3; i++) {
            ok(bench, "http://r" + i + ".example/");
        }
        assertThat(error(bench, "http://r3.example/")).contains("3 requests in a minute were made of victim.example");
        assertThat(web.requests()).filteredOn(url -> url.contains("victim")).hasSize(3);
    }

    /** Every range of IANA's registries and the others that are special; core's own tests have the neighbours as well. */
    @Test
    void fetchesNoFileFromTheFirstOrTheLastAddressOfAnyRange() throws UnknownHostException {
        for (String range : RANGES) {
            byte[] first = InetAddress.getByName(range.substring(0, range.indexOf('/')))
                    .getAddress();
            byte[] last = first.clone();
            int bits = Integer.parseInt(range.substring(range.indexOf('/') + 1));
            for (int bit = bits; bit < last.length * 8; bit++) {
                last[bit / 8] |= (byte) (0x80 >> bit % 8);
            }
            for (byte[] address : List.of(first, last)) {
                String text = InetAddress.getByAddress(address).getHostAddress();
                String host = address.length == 4 ? text : "[" + text + "]";
                web.page("http://a.example/robots.txt", Web.Answer.redirect("http://" + host + "/"));
                assertThat(error(bench(), "http://a.example/open")).as(host).contains("can not be read");
            }
        }
        assertThat(web.connections()).containsOnly(Web.ADDRESS + " 80");
        assertThat(web.requests()).containsOnly("http://a.example/robots.txt");
    }
}
