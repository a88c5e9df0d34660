package dev.intellibrix.agenttools.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.tool.Cancellation;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which of the charsets that are named for a page counts. */
class PageCharsetTest {

    private static final Charset CYRILLIC = Charset.forName("windows-1251");

    private static String text(byte[] body, Optional<Charset> declared) {
        return HtmlPage.parse(body, declared, URI.create("https://example.org/"), Cancellation.none())
                .text();
    }

    private static byte[] marked(Charset charset, String text, int... mark) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int b : mark) {
            bytes.write(b);
        }
        bytes.writeBytes(text.getBytes(charset));
        return bytes.toByteArray();
    }

    @Test
    void aByteOrderMarkCountsMoreThanTheHeader() {
        byte[] utf8 = marked(StandardCharsets.UTF_8, "<p>caf\u00e9</p>", 0xef, 0xbb, 0xbf);
        assertThat(text(utf8, Optional.of(CYRILLIC))).isEqualTo("caf\u00e9");
        byte[] big = marked(StandardCharsets.UTF_16BE, "<p>caf\u00e9</p>", 0xfe, 0xff);
        assertThat(text(big, Optional.of(StandardCharsets.UTF_8))).isEqualTo("caf\u00e9");
        byte[] little = marked(StandardCharsets.UTF_16LE, "<p>caf\u00e9</p>", 0xff, 0xfe);
        assertThat(text(little, Optional.empty())).isEqualTo("caf\u00e9");
    }

    @Test
    void theHeaderCountsMoreThanTheMetaElement() {
        byte[] body = "<meta charset=utf-8><p>\u043f\u0440\u0438\u0432\u0435\u0442</p>".getBytes(CYRILLIC);
        assertThat(text(body, Optional.of(CYRILLIC))).isEqualTo("\u043f\u0440\u0438\u0432\u0435\u0442");
    }

    @Test
    void theMetaElementCountsMoreThanTheBytes() {
        byte[] body =
                "<meta http-equiv='Content-Type' content='text/html; charset=windows-1251'><p>\u043f\u0440\u0438\u0432\u0435\u0442</p>"
                        .getBytes(CYRILLIC);
        assertThat(text(body, Optional.empty())).isEqualTo("\u043f\u0440\u0438\u0432\u0435\u0442");
    }

    @Test
    void aMetaElementInACommentDoesNotCount() {
        byte[] body = "<!-- <meta charset=windows-1251> --><p>caf\u00e9</p>".getBytes(StandardCharsets.UTF_8);
        assertThat(text(body, Optional.empty())).isEqualTo("caf\u00e9");
    }

    @Test
    void aMetaElementThatClaimsUtf16MeansUtf8() {
        byte[] body = "<meta charset=utf-16><p>caf\u00e9</p>".getBytes(StandardCharsets.UTF_8);
        assertThat(text(body, Optional.empty())).isEqualTo("caf\u00e9");
    }

    @Test
    void withoutANameTheBytesDecide() {
        assertThat(text("<p>caf\u00e9</p>".getBytes(StandardCharsets.UTF_8), Optional.empty()))
                .isEqualTo("caf\u00e9");
        assertThat(text("<p>caf\u00e9 \u20ac</p>".getBytes(Charset.forName("windows-1252")), Optional.empty()))
                .isEqualTo("caf\u00e9 \u20ac");
    }

    @Test
    void namesMeanWhatTheyMeanOnTheWeb() {
        byte[] quotes = "<p>\u201cx\u201d</p>".getBytes(Charset.forName("windows-1252"));
        assertThat(text(quotes, Optional.of(StandardCharsets.ISO_8859_1))).isEqualTo("\u201cx\u201d");
        byte[] japanese = "<p>\u2460 \u9ad9\u6a4b\u3055\u3093</p>".getBytes(Charset.forName("windows-31j"));
        assertThat(text(japanese, Optional.of(Charset.forName("Shift_JIS"))))
                .isEqualTo("\u2460 \u9ad9\u6a4b\u3055\u3093");
    }

    @Test
    void aNameThatNobodyKnowsIsPassedOver() {
        byte[] body = "<meta charset='no-such-charset'><p>caf\u00e9</p>".getBytes(StandardCharsets.UTF_8);
        assertThat(text(body, Optional.empty())).isEqualTo("caf\u00e9");
    }

    @Test
    void aCharsetThatNoBrowserReadsIsNone() {
        for (String name : new String[] {
            "IBM037",
            "UTF-32",
            "ISO-2022-KR",
            "ISO-2022-CN",
            "CESU-8",
            "x-JISAutoDetect",
            "utf-7",
            "x-IBM1006",
            "hz-gb-2312"
        }) {
            assertThat(PageCharset.named(name)).as(name).isEmpty();
        }
        for (String name : new String[] {
            "utf-8",
            "UTF8",
            "latin1",
            "koi8-r",
            "windows-1251",
            "big5",
            "gbk",
            "euc-jp",
            "iso-2022-jp",
            "euc-kr",
            "iso-8859-15",
            "cp1252",
            "macintosh",
            "ibm866",
            "shift_jis",
            "utf-16be"
        }) {
            assertThat(PageCharset.named(name)).as(name).isPresent();
        }
    }
}
