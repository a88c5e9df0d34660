package dev.intellibrix.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[31mred\u001b[0m",
                "\u001b[1;38;5;196mred\u001b[m",
                "\u001b[?25lred\u001b[?25h",
                "\u001b]0;a title\u0007red",
                "\u001b]8;;http://x\u001b\\red\u001b]8;;\u001b\\",
                "\u001b(Bred\u001b7\u001b8",
                "\u001b[2K\u001b[1Gred"
            })
    void leavesOutWhatATerminalWouldNotPrint(String text) {
        assertThat(TerminalText.plain(text)).isEqualTo("red");
    }

    @Test
    void showsTheLastStateOfALineThatIsRewritten() {
        assertThat(TerminalText.plain("a\n10%\r50%\r100%\nb\n")).isEqualTo("a\n100%\nb\n");
        assertThat(TerminalText.plain("10%\r50%\r")).isEqualTo("50%\r");
        assertThat(TerminalText.plain("a\r\r\nb")).isEqualTo("a\r\r\nb");
    }

    @Test
    void leavesPlainTextAndItsLineEndsAlone() {
        String text = "a\r\nb\n\tc [31m ü\n";

        assertThat(TerminalText.plain(text)).isEqualTo(text);
    }

    @Test
    void keepsTextAfterASequenceThatNeverEnds() {
        assertThat(TerminalText.plain("\u001b]0;title\nnext line")).endsWith("\nnext line");
    }
}
