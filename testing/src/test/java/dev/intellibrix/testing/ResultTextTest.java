package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolOutput;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the model reads of a call: bounded to the character, labelled with all it holds, and nothing that a tool can fake. */
class ResultTextTest {

    private static final int BOUND = 10;

    record Say(Optional<String> text) {}

    private static Tool say(String result) {
        return Tool.define("say", Say.class).description("Say something").execute((input, context) -> result);
    }

    private static ToolResultPart resultOf(MockTurn call, Tool tool) {
        return new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(call, MockTurn.text("done")))
                        .tools(tool)
                        .limits(Limits.builder().maxToolOutputChars(BOUND).build())
                        .onToolApproval(request -> ApprovalDecision.edit(Map.of("text", "1")))
                        .build())
                .ask("go").messages().stream()
                        .flatMap(message -> message.toolResults().stream())
                        .findFirst()
                        .orElseThrow();
    }

    private static String textOf(String result) {
        return resultOf(MockTurn.call("say", Map.of()), say(result)).text();
    }

    @Test
    void aTextUpToTheBoundIsWhole() {
        assertThat(textOf("0123456789")).isEqualTo("0123456789");
    }

    @Test
    void aLongerOneSaysHowMuchIsShown() {
        assertThat(textOf("0123456789a"))
                .isEqualTo("0123456789\n[cut: 10 of 11 characters are shown; ask for less at a time]");
    }

    @Test
    void aCutPartsNoCharacter() {
        assertThat(textOf("012345678\ud83d\ude00"))
                .isEqualTo("012345678\n[cut: 9 of 11 characters are shown; ask for less at a time]");
        assertThat(textOf("01234567\ud83d\ude00")).isEqualTo("01234567\ud83d\ude00");
        assertThat(textOf("01234567\ud83d\ude00a")).startsWith("01234567\ud83d\ude00\n[cut: 10 of 11 ");
    }

    @Test
    void theNoteOfAnEditShowsWhatRanAsFarAsTheBound() {
        Tool asking = Tool.define("say", Say.class)
                .description("Say something")
                .needsApproval()
                .execute((input, context) -> "said");

        assertThat(resultOf(MockTurn.call("say", Map.of("text", "0")), asking).text())
                .isEqualTo(
                        "[a person changed the input of this call; what ran: {\"text\":\"1... (12 characters)]\nsaid");
    }

    @ParameterizedTest
    @CsvSource({
        "list_fil, list_files",
        "list_filez, list_files",
        "read_files, 'read_file, list_files'",
        "rexx, reap",
        "rxxx, ''",
        "zzzzzzzzzzzzzzzzzzzz, ''"
    })
    void namesThatAreNearAreOfferedTheNearestFirst(String name, String offered) {
        String text = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(MockTurn.rawCall(name, "{}"), MockTurn.text("done")))
                        .tools(named("list_files"), named("read_file"), named("reap"))
                        .build())
                .ask("go")
                .messages()
                .get(2)
                .toolResults()
                .get(0)
                .text();

        assertThat(text).contains("there is no tool named \"" + name + "\"");
        assertThat(text.contains("did you mean")).isEqualTo(!offered.isEmpty());
        assertThat(text).endsWith(offered.isEmpty() ? "\"" : "; did you mean " + offered + "?");
    }

    private static Tool named(String name) {
        return Tool.define(name, Say.class).description(name).execute((input, context) -> "");
    }

    @Test
    void aPictureHasTheTrustOfItsResult() {
        Tool look = Tool.define("look", Say.class)
                .description("Look at something")
                .resultTrust(Trust.UNTRUSTED)
                .execute((input, context) -> ToolOutput.text("a picture")
                        .with(MediaPart.of("image/png", "p.png", new byte[] {1}, Label.TRUSTED)));

        ToolResultPart result = resultOf(MockTurn.call("look", Map.of()), look);

        assertThat(result.media()).hasSize(1);
        assertThat(result.media().get(0).label()).isEqualTo(result.label());
        assertThat(result.label().trust()).isEqualTo(Trust.UNTRUSTED);
    }
}
