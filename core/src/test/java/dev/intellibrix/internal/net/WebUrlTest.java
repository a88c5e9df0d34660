package dev.intellibrix.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebUrlTest {

    @ParameterizedTest
    @CsvSource({
        "HTTP://EXAMPLE.com, http://example.com/",
        "https://example.com., https://example.com/",
        "https://example.com:443/a, https://example.com/a",
        "https://example.com:8443/a, https://example.com:8443/a",
        "http://example.com/a b?q=ü#frag, http://example.com/a%20b?q=%C3%BC",
        "http://example.com?q, http://example.com/?q",
        "http://example.com/a/../b/./c, http://example.com/b/c",
        "http://example.com/%2e%2e/b, http://example.com/b",
        "http://example.com/x@y:z, http://example.com/x@y:z",
        "http://example.com/%zz, http://example.com/%zz",
        "http://a_b.example/, http://a_b.example/",
        "http://bücher.example/, http://xn--bcher-kva.example/",
        "http://BÜCHER.example/, http://xn--bcher-kva.example/",
        "http://xn--bcher-kva.example/, http://xn--bcher-kva.example/",
        "http://ｅｘａｍｐｌｅ。com/, http://example.com/",
        "http://93.184.216.34/, http://93.184.216.34/",
        "http://[2606:4700:0::A]/, http://[2606:4700::a]/",
        "'  https://example.com/  ', https://example.com/",
    })
    void hasOneFormForEachUrl(String written, String form) {
        assertThat(WebUrl.parse(written)).hasToString(form);
        assertThat(WebUrl.parse(form)).isEqualTo(WebUrl.parse(written));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://2130706433/",
                "http://0x7f000001/",
                "http://017700000001/",
                "http://0177.0.0.1/",
                "http://127.0.0.01/",
                "http://0x7f.1/",
                "http://127.1/",
                "http://127.0.1/",
                "http://0x7f.0.0.0x1/",
                "http://0/",
                "http://1/",
                "http://127.0.0.1./",
                "http://example.0x/",
                "http://1.2.3.4.5/",
                "http://example.com.5/",
                "http://256.1.1.1/",
                "http://１２７.０.０.１/",
                "http://①②⑦.⓪.⓪.①/",
                "http://127。0。0。1/",
                "http://0x7F.0.0.1/",
                "http://00/"
            })
    void refusesOtherSpellingsOfAnAddress(String url) {
        assertRefused(url, "spelling of an address");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com@127.0.0.1/", "http://example.com:80@127.0.0.1/", "http://user:secret@example.com/",
                "http://@example.com/", "http://a@b@example.com/", "http://example.com:@127.0.0.1/"
            })
    void refusesUserInformation(String url) {
        assertThatThrownBy(() -> WebUrl.parse(url))
                .isInstanceOf(NetException.class)
                .hasMessageContaining("name or a password")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1%00.example.com/",
                "http://127.0.0.1%2eexample.com/",
                "http://127%2e0%2e0%2e1/",
                "http://exam\\ple.com/",
                "http://127.0.0.1\\.example.com/",
                "http:\\\\127.0.0.1/",
                "http:/\\127.0.0.1/",
                "http://example.com%0d%0aX:y/",
                "http://[fe80::1%25eth0]/",
                "http://[fe80::1%eth0]/"
            })
    void refusesBackslashesAndPercentCodesBeforeThePath(String url) {
        assertThatThrownBy(() -> WebUrl.parse(url)).isInstanceOf(NetException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://exam\nple.com/",
                "http://example.com/\r\nX: y",
                "http://example.com/a\tb",
                "ht\ttp://a.b/",
                "http://example.com/\0",
                "http://example.com/\u0085"
            })
    void refusesControlCharacters(String url) {
        assertRefused(url, "control character");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "ftp://example.com/",
                "gopher://example.com/",
                "data:text/plain,hi",
                "javascript:alert(1)",
                "jar:http://example.com/x.jar!/a",
                "ws://example.com/",
                "about:blank",
                "example.com",
                "example.com:8080/x",
                "//example.com/",
                "/etc/passwd",
                "",
                " ",
                "view-source:http://example.com/",
                "http:example.com",
                "https:/example.com/",
                "h ttp://example.com/"
            })
    void readsHttpAndHttpsAlone(String url) {
        assertRefused(url, "https://example.org/page");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http:///a",
                "http://",
                "http://:80/",
                "http://[::1/",
                "http://[]/",
                "http://[::1]x/",
                "http://::1/",
                "http://[1.2.3.4]/",
                "http://a..b/",
                "http://.a/",
                "http://-a.example/",
                "http://a-.example/",
                "http://exa mple.com/",
                "http://a<b>.example/",
                "http://a\"b.example/",
                "http://a..",
                "http://a^b.example/",
                "http://example.com:0/",
                "http://example.com:/",
                "http://example.com:65536/",
                "http://example.com:080/",
                "http://example.com:8x/",
                "http://example.com:-1/",
                "http://example.com:80:80/",
                "http://ex\u00adample../",
                "http://a\u2100b.example/",
                "http://evil.example\uff0fb.example/",
                "http://evil.example\uff1a80.b.example/",
                "http://evil.example\uff20b.example/",
                "http://[::ffff:1.2.3]/"
            })
    void refusesWhatIsNoHostAndNoPort(String url) {
        assertThatThrownBy(() -> WebUrl.parse(url)).isInstanceOf(NetException.class);
    }

    @Test
    void refusesNamesAndUrlsThatAreTooLong() {
        assertThatThrownBy(() -> WebUrl.parse("http://" + "a".repeat(64) + ".example/"))
                .isInstanceOf(NetException.class);
        assertThatThrownBy(() -> WebUrl.parse("http://" + "abcdefghi.".repeat(26) + "example/"))
                .isInstanceOf(NetException.class);
        assertRefused("http://example.com/" + "a".repeat(4_000), "more than 4,000 characters");
    }

    @ParameterizedTest
    @CsvSource({
        "/b, http://a.example/b",
        "b, http://a.example/x/b",
        "?q=1, http://a.example/x/y?q=1",
        "'', http://a.example/x/y",
        "#f, http://a.example/x/y",
        "../b c/ü, http://a.example/b%20c/%C3%BC",
        "//b.example/x, http://b.example/x",
        "https://b.example, https://b.example/",
        "'http://b.example/a b', http://b.example/a%20b",
    })
    void resolvesWhatARedirectSays(String location, String target) {
        assertThat(WebUrl.parse("http://a.example/x/y").resolve(location)).hasToString(target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd", "ftp://a.example/", "data:,x", "javascript:x", "jar:http://a.example/!",
                        "gopher://x:70/",
                "//user@b.example/", "//b.example\\@c.example/", "//127.1/", "\\\\b.example/", "/\\b.example/",
                        "\\/b.example",
                "http:///b.example", "http:b.example", "//", "http://0x7f.1/", "/a\u0000b"
            })
    void refusesRedirectsToAnythingElse(String location) {
        assertThatThrownBy(() -> WebUrl.parse("http://a.example/x/y").resolve(location))
                .isInstanceOf(NetException.class);
    }

    @Test
    void saysWhereItLeads() {
        WebUrl url = WebUrl.parse("https://Example.com/a?b#c");
        assertThat(url.host()).isEqualTo("example.com");
        assertThat(url.port()).isEqualTo(443);
        assertThat(url.isHttps()).isTrue();
        assertThat(url.origin()).isEqualTo("https://example.com");
        assertThat(url.pathAndQuery()).isEqualTo("/a?b");
        assertThat(WebUrl.parse("http://[::1]:8080/").origin()).isEqualTo("http://[::1]:8080");
    }

    /** Whatever is accepted leads, for the client, to the host that was checked. */
    @Test
    void isReadByTheClientAsItWasChecked() {
        long seed = 12;
        SplittableRandom random = new SplittableRandom(seed);
        String[] pieces = {
            "http",
            "https",
            ":",
            "/",
            "//",
            "@",
            "\\",
            "%",
            "%2e",
            "%00",
            "[",
            "]",
            "::1",
            "127.0.0.1",
            "0x7f",
            "1",
            ".",
            "..",
            "example",
            "com",
            "#",
            "?",
            ":80",
            "ü",
            "。",
            "１",
            "-",
            "_",
            " ",
            "\t",
            "xn--",
            "localhost",
            "a",
            "\u200b",
            "\u0000"
        };
        int accepted = 0;
        for (int i = 0; i < 10_000; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "http://" : "https://a.example");
            for (int n = random.nextInt(8); n >= 0; n--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            try {
                WebUrl url = WebUrl.parse(text.toString());
                HttpUrl read = HttpUrl.get(url.toString());
                String host = read.host().contains(":") ? "[" + read.host() + "]" : read.host();
                assertThat(WebUrl.parse(url.toString()).host())
                        .as("seed %d: %s", seed, text)
                        .isEqualTo(host);
                assertThat(read.username() + read.password()).isEmpty();
                assertThat(url.host()).matches("[a-z0-9_.-]+|\\[[0-9a-f:.]+]");
                accepted++;
            } catch (NetException e) {
                assertThat(e.kind()).isEqualTo(NetException.Kind.REFUSED);
            }
        }
        assertThat(accepted).isGreaterThan(200);
    }

    private static void assertRefused(String url, String message) {
        assertThatThrownBy(() -> WebUrl.parse(url))
                .isInstanceOfSatisfying(
                        NetException.class, e -> assertThat(e.kind()).isEqualTo(NetException.Kind.REFUSED))
                .hasMessageContaining(message);
    }

    @Test
    void countsTheCharactersThatAreSent() {
        assertThatThrownBy(() -> WebUrl.parse("http://a.example/" + "\u4e2d".repeat(3_900)))
                .isInstanceOf(NetException.class)
                .hasMessageContaining("more than 8,000 characters");
        WebUrl url = WebUrl.parse("http://a.example/" + "\u4e2d".repeat(800));
        assertThat(url.toString()).hasSizeLessThan(8_000);
        assertThat(url.brief())
                .startsWith("http://a.example/%E4%B8%AD")
                .endsWith("...")
                .hasSizeLessThan(210);
        assertThat(WebUrl.parse("http://a.example/x").brief()).isEqualTo("http://a.example/x");
    }
}
