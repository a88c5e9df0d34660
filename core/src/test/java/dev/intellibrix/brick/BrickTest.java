package dev.intellibrix.brick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Agent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrickTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private TerminalBrick terminal(String typed) {
        return TerminalBrick.of(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)), out);
    }

    @Test
    void hasANameAndAnAgent() {
        Agent agent = message -> {
            throw new UnsupportedOperationException();
        };
        Brick brick = Brick.of("reviewer", agent);

        assertThat(brick.name()).isEqualTo("reviewer");
        assertThat(brick.agent()).isSameAs(agent);
        assertThatThrownBy(() -> brick.ask("x")).isInstanceOf(UnsupportedOperationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "a\nb", "a\u202eb", "a\u001b[1m"})
    void aNameThatCanNotBeSeenIsNone(String name) {
        assertThatThrownBy(() -> Brick.of(name, message -> {
                    throw new UnsupportedOperationException();
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("name must be");
    }

    @Test
    void printsTextThatDoesNothingButBeRead() {
        TerminalBrick terminal = terminal("");
        terminal.print("one\ntwo \u001b[31mred\u001b[0m \u202e");
        terminal.error("it \u001b]0;x\u0007failed\nbadly");

        assertThat(terminal.isInteractive()).isFalse();
        assertThat(printed()).isEqualTo("one\ntwo red \\u{202E}\n\u2717 it failed\n  badly\n");
    }

    @Test
    void anErrorIsBounded() {
        terminal("").error("x".repeat(5_000));

        assertThat(printed()).contains("(4000 more characters)").hasSizeLessThan(1_200);
    }

    @Test
    void takesLinesUntilThereAreNoMore() throws Exception {
        TerminalBrick terminal = terminal("one\r\ntw\u00f6\n\nlast");

        assertThat(terminal.input()).contains("one");
        assertThat(terminal.input("name? \u001b")).contains("tw\u00f6");
        assertThat(terminal.input()).contains("");
        assertThat(terminal.input()).contains("last");
        assertThat(terminal.input()).isEmpty();
        assertThat(terminal.input()).isEmpty();
        assertThat(printed()).isEqualTo("name? \\u{001B}\n");
    }

    @Test
    void atATerminalALineThatWasTypedBeforeCounts() throws Exception {
        Desk desk = new Desk();
        desk.type("one\n");
        assertThat(desk.terminal().input("first? ")).contains("one");
        desk.type("two\n");
        assertThat(desk.terminal().input("second? ")).contains("two");
        desk.leave();
        assertThat(desk.terminal().input()).isEmpty();
    }

    @Test
    void aLineThatIsTooLongIsCutAndSaidToBe() throws Exception {
        TerminalBrick terminal = terminal("x".repeat(1_000_005) + "\nnext\n");

        assertThat(terminal.input().orElseThrow()).hasSize(1_000_000);
        assertThat(printed()).contains("the line was too long");
        assertThat(terminal.input()).contains("next");
    }
}
