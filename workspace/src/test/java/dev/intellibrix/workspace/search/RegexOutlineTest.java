package dev.intellibrix.workspace.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RegexOutlineTest {

    private static List<String> required(String regex) {
        return RegexOutline.of(regex).requiredTexts();
    }

    @Test
    void findsTheLongestTextThatEveryMatchHolds() {
        assertThat(required("[A-Z]+_SUSPEND")).containsExactly("_SUSPEND");
        assertThat(required("ab?cd+e")).containsExactly("cd");
        assertThat(required("foo\\.bar\\d+")).containsExactly("foo.bar");
        assertThat(required("\\Qa.b\\Ec")).containsExactly("a.bc");
        assertThat(required("class\\s+(?P<name>\\w+)")).containsExactly("class");
        assertThat(required("x{2}yz{3}")).containsExactly("yz");
        assertThat(required("ab{02}")).containsExactly("ab{02}");
    }

    @Test
    void findsOneTextForEachBranch() {
        assertThat(required("foo|bar")).containsExactly("foo", "bar");
        assertThat(required("\\b(import|export) ")).containsExactly("import", "export");
        assertThat(required("(import|export) default")).containsExactly(" default");
    }

    @Test
    void knowsNoTextWhenInDoubt() {
        for (String regex :
                List.of("a*", "foo|", "(?i)foo", "(?i:foo)", "\\d+", "(foo)?", "(a|b)*", "foo|\\d", "f{0}", "")) {
            assertThat(required(regex)).as(regex).isEmpty();
        }
    }
}
