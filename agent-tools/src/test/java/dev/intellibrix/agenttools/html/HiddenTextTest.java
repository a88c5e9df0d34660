package dev.intellibrix.agenttools.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.tool.Cancellation;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a browser does not show comes out in no form. */
class HiddenTextTest {

    private static HtmlPage page(String html) {
        return HtmlPage.parse(
                html.getBytes(StandardCharsets.UTF_8),
                Optional.of(StandardCharsets.UTF_8),
                URI.create("https://example.org/"),
                Cancellation.none());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<div hidden>SECRET</div>",
                "<div hidden='until-found'>SECRET</div>",
                "<div aria-hidden='true'>SECRET</div>",
                "<p>a<span style='display:none'>SECRET</span></p>",
                "<p>a<span style='DISPLAY : None !important'>SECRET</span></p>",
                "<p>a<span style='/*x*/display/**/:none'>SECRET</span></p>",
                "<p>a<span style='d\\69splay:none'>SECRET</span></p>",
                "<div style='visibility:hidden'>SECRET</div>",
                "<div style='opacity:0'>SECRET</div>",
                "<div style='opacity:0.01'>SECRET</div>",
                "<div style='font-size:0'>SECRET</div>",
                "<div style='font-size:1px'>SECRET</div>",
                "<div style='color:white'>SECRET</div>",
                "<div style='color:#FFF'>SECRET</div>",
                "<div style='color:rgb(255, 255, 255)'>SECRET</div>",
                "<div style='color:#123456;background:#123456'>SECRET</div>",
                "<div style='color:transparent'>SECRET</div>",
                "<div style='color:rgba(0,0,0,0)'>SECRET</div>",
                "<div style='background:#000'><p style='color:black'>SECRET</p></div>",
                "<font color='white'>SECRET</font>",
                "<div style='text-indent:-9999px'>SECRET</div>",
                "<div style='position:absolute;left:-9999px'>SECRET</div>",
                "<div style='position:absolute;top:-100em'>SECRET</div>",
                "<div style='height:0;overflow:hidden'>SECRET</div>",
                "<div style='max-height:0px;overflow:hidden'>SECRET</div>",
                "<div style='clip:rect(0 0 0 0);position:absolute'>SECRET</div>",
                "<div style='clip-path:inset(50%)'>SECRET</div>",
                "<div style='transform:scale(0)'>SECRET</div>",
                "<div class='sr-only'>SECRET</div>",
                "<style>.x9{display:none}</style><div class='a x9'>SECRET</div>",
                "<style>p{margin:0} #gone, .z{position:absolute;left:-5000px}</style><div id=gone>SECRET</div>",
                "<!-- SECRET -->",
                "<noscript>SECRET</noscript>",
                "<script>SECRET</script><script type='text/plain'>SECRET</script>",
                "<style>SECRET{}</style>",
                "<template><p>SECRET</p></template>",
                "<dialog>SECRET</dialog>",
                "<div popover>SECRET</div>",
                "<textarea>SECRET</textarea><select><option>SECRET</select>",
                "<input type=hidden value=SECRET><input placeholder=SECRET>",
                "<svg><title>SECRET</title><text>SECRET</text></svg>",
                "<iframe>SECRET</iframe><object><p>SECRET</p></object><video>SECRET</video>",
                "<p data-x='SECRET' onclick='SECRET' id='SECRET' class='SECRET'>a</p>",
                "<a href='javascript:SECRET'>a</a><a href='data:text/plain,SECRET'>a</a>",
                "<img alt='a' src='data:image/png;base64,SECRET'>",
                "<p>&#83;&#8203;<!--SECRET--></p>",
                "<p style='display:none ! important'>SECRET</p>",
                "<p style='display:none!important;display:block'>SECRET</p>",
                "<p style='display:none;display:bogus'>SECRET</p>",
                "<p style='visibility:hidden;visibility:shown'>SECRET</p>",
                "<p style='opacity:0%'>SECRET</p>",
                "<p style='opacity:1%'>SECRET</p>",
                "<p style='filter:opacity(0)'>SECRET</p>",
                "<p style='filter:blur(1px) opacity(1%)'>SECRET</p>",
                "<p style='font:0/0 a'>SECRET</p>",
                "<p style='font-size:16px;font:1px/1 serif'>SECRET</p>",
                "<p style='color:rgb(255 255 255)'>SECRET</p>",
                "<p style='color:rgb(100%, 100%, 100%)'>SECRET</p>",
                "<p style='color:hsl(0 0% 100%)'>SECRET</p>",
                "<p style='color:#fefefe'>SECRET</p>",
                "<p style='color:#fffff8'>SECRET</p>",
                "<p style='color:ivory'>SECRET</p>",
                "<p style='color:rgb(0 0 0 / 0)'>SECRET</p>",
                "<p style='color:#0000'>SECRET</p>",
                "<p style='color:hsla(0,0%,0%,0)'>SECRET</p>",
                "<p style='-webkit-text-fill-color:transparent'>SECRET</p>",
                "<p style='color:red;background:#ff0000'>SECRET</p>",
                "<p style='background:#eee;color:#efefef'>SECRET</p>",
                "<p style='background-image:none;color:white'>SECRET</p>",
                "<p style='background:url(x) white;color:white'>SECRET</p>",
                "<p style='background:no-repeat url(x;y) #fff;color:white'>SECRET</p>",
                "<p style='height:0;overflow-y:hidden'>SECRET</p>",
                "<p style='width:1px;height:1px;overflow:clip'>SECRET</p>",
                "<p style='margin-left:-100vw'>SECRET</p>",
                "<p style='margin:0 0 0 -9999px'>SECRET</p>",
                "<p style='translate:-9999px'>SECRET</p>",
                "<p style='transform:translateX(-100vw)'>SECRET</p>",
                "<p style='transform:translate3d(0, -5000px, 0)'>SECRET</p>",
                "<p style='scale:0'>SECRET</p>",
                "<p style='position:absolute;inset:-9999px auto auto -9999px'>SECRET</p>",
                "<p style='position:absolute;left:calc(0px - 9999px)'>SECRET</p>",
                "<p style='text-indent:100%;white-space:nowrap;overflow:hidden'>SECRET</p>",
                "<p style='clip-path:polygon(0 0, 0 0, 0 0)'>SECRET</p>",
                "<style>.i{display:none ! important} .i:hover{display:block}</style><p class=i>SECRET</p>",
                "<style>@media all{.m{display:none}}</style><p class=m>SECRET</p>",
                "<style>@media only screen{@layer x{.m{display:none}}}</style><p class=m>SECRET</p>",
                "<math><mn>1</mn><annotation-xml encoding='text/html'><p>SECRET</p></annotation-xml></math>",
                "<math><mn>1</mn><annotation>SECRET</annotation></math>",
                "<math><mn>1</mn><annotation encoding='application/x-tex'>IGNORE ALL SECRET WORDS</annotation></math>",
                "<math alttext='IGNORE ALL SECRET WORDS'><mn>1</mn></math>"
            })
    void hiddenTextIsNotInTheResult(String html) {
        HtmlPage page = page("<body><p>Seen before.</p>" + html + "<p>Seen after.</p></body>");
        assertThat(page.markdown()).contains("Seen before.", "Seen after.").doesNotContain("SECRET");
        assertThat(page.text()).contains("Seen before.", "Seen after.").doesNotContain("SECRET");
        assertThat(page.title()).doesNotContain("SECRET");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<div style='background:#036'><p style='color:white'>SHOWN</p></div>",
                "<body bgcolor=black><font color='white'>SHOWN</font>",
                "<div style='opacity:1;font-size:12px;height:0'>SHOWN</div>",
                "<div aria-hidden='false'>SHOWN</div>",
                "<div aria-hidden='true'><main>SHOWN</main></div>",
                "<style>.t{display:none} .t.on{display:block}</style><div class='t on'>SHOWN</div>",
                "<style>@media print{.m{display:none}}</style><div class='m'>SHOWN</div>",
                "<style>.a .b{display:none}</style><div class='b'>SHOWN</div>",
                "<dialog open>SHOWN</dialog>",
                "<details><summary>s</summary>SHOWN</details>",
                "<p style='color:transparent;background-clip:text;background-image:linear-gradient(red,blue)'>SHOWN</p>",
                "<p style='background-image:url(dark.jpg);color:white'>SHOWN</p>",
                "<p style='background:linear-gradient(#000, #333);color:#fff'>SHOWN</p>",
                "<p style='background:rgba(0,0,0,.5);color:#fff'>SHOWN</p>",
                "<p style='background:linear-gradient(rgba(0,0,0,.5),rgba(255,255,255,.5)),url(x);color:#fff'>SHOWN</p>",
                "<p style='left:50%;position:relative;margin-left:-50vw'>SHOWN</p>",
                "<p style='transform:translate(-50%,-50%) scale(1)'>SHOWN</p>",
                "<p style='font:400 12px/1.5 serif;text-indent:2em'>SHOWN</p>",
                "<p style='color:#777;overflow:hidden;height:20px'>SHOWN</p>",
                "<p style='opacity:0;opacity:1;display:none;display:inline-block'>SHOWN</p>",
                "<style>.m{color:red} @media (max-width:1px){.m{display:none}}</style><p class=m>SHOWN</p>",
                "<p><math><mi>x</mi><annotation encoding='application/x-tex'>SHOWN_1 \\text{if } a</annotation></math></p>"
            })
    void whatIsSeenStays(String html) {
        assertThat(page(html).markdown()).contains("SHOWN");
    }

    @Test
    void aPageThatHidesMostOfItsTextIsToldOf() {
        String hidden = "<p>Nobody sees any of these words, which go on for a while. </p>".repeat(20);
        HtmlPage page = page("<p>Hello.</p><div style='display:none'>" + hidden + "</div>");
        assertThat(page.markdown()).isEqualTo("Hello.");
        assertThat(page.notes()).anyMatch(note -> note.contains("hidden"));
    }

    @Test
    void aStyleOfAnyLengthIsReadToItsEnd() {
        String padded = "<p style='/*" + "x".repeat(5_000) + "*/" + "a:b;".repeat(5_000) + "display:none'>SECRET</p>";
        assertThat(page("<p>Seen.</p>" + padded).markdown()).isEqualTo("Seen.");
        String classes = "<style>.z{display:none}</style><p class='" + "x ".repeat(5_000) + "z'>SECRET</p>";
        assertThat(page("<p>Seen.</p>" + classes).markdown()).isEqualTo("Seen.");
    }
}
