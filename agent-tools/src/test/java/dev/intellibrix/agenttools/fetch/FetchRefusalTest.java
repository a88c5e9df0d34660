package dev.intellibrix.agenttools.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.FetchOptions;
import dev.intellibrix.agenttools.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code fetch_url} does not fetch, seen from the model's side. */
class FetchRefusalTest {

    @TempDir
    Path root;

    private Web web;

    @BeforeEach
    void open() throws IOException {
        web = new Web();
    }

    @AfterEach
    void close() {
        web.close();
    }

    private Workbench bench(FetchOptions.Builder options) {
        return Workbench.with(root, web.tool(options, Clock.systemUTC()));
    }

    private String error(String url) {
        return bench(Web.options()).error("fetch_url", Map.of("url", url));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/",
                "http://[::1]/",
                "http://localhost/",
                "http://0.0.0.0/",
                "http://[::]/",
                "http://2130706433/",
                "http://0177.0.0.1/",
                "http://0x7f.1/",
                "http://[::fFFf:127.0.0.1]/",
                "http://[::127.0.0.1]/",
                "http://[64:ff9b::808:808]/",
                "http://[64:ff9b:1::1]/",
                "http://[2002:7f00:1::]/",
                "http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/",
                "http://[fd00:ec2::254]/latest/meta-data/",
                "http://100.64.0.1/",
                "http://100.100.100.200/",
                "http://198.18.0.1/",
                "http://192.0.0.1/",
                "http://192.0.2.1/",
                "http://198.51.100.1/",
                "http://203.0.113.1/",
                "http://240.0.0.1/",
                "http://255.255.255.255/",
                "http://224.0.0.1/",
                "http://192.88.99.1/",
                "http://[fec0::1]/",
                "http://[fe80::1%25eth0]/",
                "http://[ff02::1]/",
                "http://[2001:db8::1]/",
                "http://[100::1]/",
                "http://[5f00::1]/",
                "http://localhost./",
                "http://LOCALHOST/",
                "http://localhost.localdomain/",
                "http://foo.localhost/",
                "http://example.com@127.0.0.1/",
                "http://127.0.0.1#@example.com/",
                "http://example.com:80@127.0.0.1/",
                "http://127.0.0.1%00.example.com/",
                "http://127.0.0.1%2eexample.com/",
                "http://exam\nple.com/",
                "http://example.com%0d%0aX: y/",
                "http://169.254.169.254/latest/meta-data/",
                "file:///etc/passwd",
                "ftp://a.example/",
                "gopher://a.example/",
                "data:text/plain,hi",
                "javascript:alert(1)",
                "jar:http://a.example/x!/a",
                "example.com"
            })
    void refusesWhatIsNoPublicPageWithoutALookUp(String url) {
        assertThat(error(url)).isNotBlank();
        assertThat(web.connections()).isEmpty();
        assertThat(web.requests()).isEmpty();
    }

    @Test
    void refusesNamesAndRedirectsThatLeadInside() {
        web.name("127.0.0.1.nip.example", "127.0.0.1")
                .page("http://a.example/", Web.Answer.redirect("http://127.0.0.1/"))
                .page("http://b.example/", Web.Answer.redirect("http://127.0.0.1.nip.example/"))
                .page("http://c.example/", Web.Answer.redirect("file:///etc/passwd"));
        for (String url : new String[] {
            "http://127.0.0.1.nip.example/", "http://a.example/", "http://b.example/", "http://c.example/"
        }) {
            assertThat(error(url)).isNotBlank();
        }
        assertThat(web.connections()).containsOnly(Web.ADDRESS + " 80");
    }

    @Test
    void refusesAnAddressOfThisMachine() throws IOException {
        // Those of the machine that the test runs on are private as a rule; the policy's own test has a public one.
        for (java.net.NetworkInterface each :
                java.util.Collections.list(java.net.NetworkInterface.getNetworkInterfaces())) {
            each.inetAddresses()
                    .filter(address -> address instanceof java.net.Inet4Address)
                    .forEach(address -> assertThat(error("http://" + address.getHostAddress() + "/"))
                            .isNotBlank());
        }
        assertThat(web.connections()).isEmpty();
    }

    @Test
    void keepsToTheListedHostsAlsoAfterARedirect() {
        web.page("http://a.example/", Web.Answer.redirect("http://www.b.example/"))
                .page("http://www.b.example/", Web.Answer.redirect("http://b.example/"));
        Workbench bench = bench(Web.options().allowHosts("a.example", "*.b.example"));
        assertThat(bench.error("fetch_url", Map.of("url", "http://a.example/")))
                .contains("b.example is not among the hosts that may be reached, which are a.example, *.b.example");
        assertThat(web.requests()).containsExactly("http://a.example/", "http://www.b.example/");
    }
}
