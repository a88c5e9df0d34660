package dev.intellibrix.agenttools.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RobotsRulesTest {

    private static boolean allows(String file, String agent, String path) {
        return RobotsRules.parse(file, RobotsRules.token(agent)).allows(path);
    }

    private static boolean allows(String rules, String path) {
        return allows("User-agent: *\n" + rules, "ours", path);
    }

    @ParameterizedTest
    @CsvSource({
        "/a/b/c, true",
        "/a/b, true",
        "/a/c, false",
        "/a, false",
        "/ab, false",
        "/A, true",
        "/, true",
    })
    void letsTheLongestRuleCount(String path, boolean allowed) {
        assertThat(allows("Disallow: /a\nAllow: /a/b\n", path)).isEqualTo(allowed);
        assertThat(allows("Allow: /a/b\nDisallow: /a\n", path)).isEqualTo(allowed);
    }

    @Test
    void letsTheRuleThatAllowsCountWhereTwoAreEquallyLong() {
        assertThat(allows("Disallow: /a\nAllow: /a\n", "/a")).isTrue();
        assertThat(allows("Allow: /a\nDisallow: /a\n", "/a")).isTrue();
        assertThat(allows("Allow: /*a\nDisallow: /ba\n", "/ba")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "/*.pdf$, /a.pdf, false",
        "/*.pdf$, /a.pdf?x, true",
        "/*.pdf$, /a.pdfx, true",
        "/*.pdf$, /a.pdf.pdf, false",
        "/*.pdf, /a.pdf?x, false",
        "/*/private, /x/private/y, false",
        "/*/private, /private, true",
        "/a*b*c$, /abbc, false",
        "/a*b*c$, /acb, true",
        "/a*b*c$, /abcd, true",
        "/$, /, false",
        "/$, /a, true",
        "*, /anything, false",
        "/a*, /a, false",
        "/a**b, /axb, false",
        "/*a*a*a*a*a*a*a*b, /aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, true",
        "/a$b, /a$b, false",
        "/?q=, /?q=1, false",
        "/a$, /a, false",
        "/ab*b$, /ab, true",
    })
    void readsStarsAndTheEnd(String pattern, String path, boolean allowed) {
        assertThat(allows("Disallow: " + pattern + "\n", path)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "/%7Ejoe, /~joe, false",
        "/~joe, /%7ejoe, false",
        "/a%3cd, /a%3Cd, false",
        "/a%2fb, /a/b, true",
        "/ü, /%C3%BC, false",
        "/%c3%bc, /ü, false",
        "/a%2, /a%2, false",
    })
    void comparesPathsByWhatTheyMean(String pattern, String path, boolean allowed) {
        assertThat(allows("Disallow: " + pattern + "\n", path)).isEqualTo(allowed);
    }

    @Test
    void takesTheGroupOfItsOwnNameAloneInAnyCase() {
        String file = "User-agent: *\nDisallow: /\n\nUser-agent: mybot\nDisallow:\n";
        assertThat(allows(file, "MyBot/1.0", "/")).isTrue();
        assertThat(allows(file, "mybot", "/")).isTrue();
        assertThat(allows(file, "other", "/")).isFalse();
        assertThat(allows(file, "mybot-news", "/")).isFalse();
        assertThat(allows("User-agent: MYBOT/2.0 (x)\nDisallow: /\n", "mybot", "/"))
                .isFalse();
    }

    @Test
    void joinsTheGroupsOfOneName() {
        String file =
                "User-agent: mybot\nDisallow: /a\n\nUser-agent: x\nDisallow: /b\n\nUser-agent: mybot\nDisallow: /c\n";
        assertThat(allows(file, "mybot", "/a")).isFalse();
        assertThat(allows(file, "mybot", "/b")).isTrue();
        assertThat(allows(file, "mybot", "/c")).isFalse();
    }

    @Test
    void givesOneGroupSeveralNames() {
        String file =
                "User-agent: x\nUser-agent: mybot\n# note\nUser-agent: y\n\nDisallow: /a\nUser-agent: z\nDisallow: /b\n";
        assertThat(allows(file, "mybot", "/a")).isFalse();
        assertThat(allows(file, "mybot", "/b")).isTrue();
        assertThat(allows(file, "z", "/a")).isTrue();
        assertThat(allows(file, "z", "/b")).isFalse();
    }

    @Test
    void readsCommentsBlanksLineEndsAndMarks() {
        assertThat(allows("\ufeffUSER-AGENT :\t* # all\r\n  disallow:/a#b\r  \rAllow: /a/b\r\n", "x", "/a"))
                .isFalse();
        assertThat(allows("\ufeffUser-agent: *\rDisallow: /a\r", "x", "/a")).isFalse();
        assertThat(allows("User-agent: *\nCrawl-delay: 5\nSitemap: http://a.example/s\nDisallow: /a\n", "x", "/a"))
                .isFalse();
    }

    @Test
    void findsNoRulesInAPageOfHtmlAndInNoise() {
        assertThat(allows("<!DOCTYPE html>\n<html><head><title>Not found: sorry</title>\n<p>User: x", "x", "/"))
                .isTrue();
        assertThat(allows("Disallow: /\n", "x", "/")).isTrue();
        assertThat(allows("", "x", "/")).isTrue();
        assertThat(allows("User-agent: *\nDisallow /\n: /\nDisallow:\n", "x", "/"))
                .isTrue();
    }

    @Test
    void knowsAProgramByTheLettersThatItsNameBeginsWith() {
        assertThat(RobotsRules.token("MyBot/1.0 (+http://x)")).isEqualTo("mybot");
        assertThat(RobotsRules.token("my_bot-x 2")).isEqualTo("my_bot-x");
        assertThat(RobotsRules.token("2bot")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/a%24, /a$, false",
        "/a%24, /a%24, false",
        "/a%2A, /a*, false",
        "/a%2a, /a%2Ab, false",
        "/a%2A, /axb, true",
        "/a%24, /a, true",
        "/a$$, /a$, false",
        "/a*b, /a*b, false",
    })
    void readsTheSignsOfRulesWhereTheyAreMeantAsSuch(String pattern, String path, boolean allowed) {
        assertThat(allows("Disallow: " + pattern + "\n", path)).isEqualTo(allowed);
    }

    @Test
    void weighsRulesByTheirSizeAndTheirParts() {
        assertThat(weight("Disallow: /\n")).isLessThan(500);
        assertThat(weight("Disallow: /" + "a".repeat(900) + "\n")).isGreaterThan(900);
        assertThat(weight("Disallow: /" + "*a".repeat(400) + "\n")).isGreaterThan(400 * 40);
    }

    @Test
    void keepsNoMoreOfAFileThanThereIsRoomFor() {
        assertThat(weight("Disallow: /a\n".repeat(40_000))).isLessThan(1_000_000);
        assertThat(weight("Disallow: /" + "*a".repeat(250_000) + "\n")).isLessThan(50_000);
        // The beginning of a long rule forbids more than all of it, and allows more, so that is kept of no rule that
        // allows.
        String path = "/" + "a".repeat(1_500);
        assertThat(allows("Disallow: " + path + "\n", path + "b")).isFalse();
        assertThat(allows("Disallow: /\nAllow: " + path + "\n", path)).isFalse();
        String money = "/" + "$".repeat(2_000);
        assertThat(allows("Disallow: " + money + "\n", money)).isFalse();
    }

    private static int weight(String rules) {
        return RobotsRules.parse("User-agent: *\n" + rules, "ours").weight();
    }
}
