package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.StopReason;
import dev.intellibrix.TypedResult;
import dev.intellibrix.approval.Permission;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ToolChoice;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Answers of a type, on the real loop. */
class TypedAskTest {

    record Person(String name, @Range(min = 0, max = 150) int age, Optional<List<String>> hobbies) {}

    record Nothing() {}

    private static final ToolChoice FORCED = ToolChoice.tool("final_answer");
    private static final Map<String, Object> ADA = Map.of("name", "Ada", "age", 36);

    private final Tool look = Tool.define("look", Nothing.class)
            .description("Looks something up")
            .resultTrust(Trust.UNTRUSTED)
            .execute((input, context) -> "Ada, 36");

    private static IntelligenceOptions.Builder options(MockProvider model) {
        return IntelligenceOptions.builder().provider(model);
    }

    private static TypedResult<Person> ask(IntelligenceOptions.Builder options) {
        return new Intelligence(options.build()).ask("Who is it?", Person.class);
    }

    @Test
    void anAnswerFromAMessageThatIsUntrustedIsUntrusted() {
        Message mail = Message.user("I am Ada, 36").untrusted(Origin.of(Origin.Kind.OTHER, "a mail"));

        TypedResult<Person> result = new Intelligence(options(MockProvider.of(MockTurn.call("final_answer", ADA)))
                        .build())
                .ask(mail, Person.class);

        assertThat(result.value().name()).isEqualTo("Ada");
        assertThat(result.run().label()).isEqualTo(Label.untrusted(Origin.of(Origin.Kind.OTHER, "a mail")));
    }

    @Test
    void withoutOtherToolsTheModelMustGiveTheAnswerAtOnce() {
        MockProvider model = MockProvider.of(MockTurn.call("final_answer", ADA).withUsage(Usage.of(5, 3)));

        TypedResult<Person> result = ask(options(model));

        assertThat(result.value()).isEqualTo(new Person("Ada", 36, Optional.empty()));
        assertThat(result.run().stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(result.run().text()).isEqualTo("{\"name\":\"Ada\",\"age\":36}");
        assertThat(result.run().steps()).isEqualTo(1);
        assertThat(result.run().usage()).isEqualTo(Usage.of(5, 3));
        assertThat(model.requests()).extracting(ModelRequest::toolChoice).containsExactly(FORCED);
        model.assertDone();
    }

    @Test
    void withOtherToolsTheModelUsesThemFirstAndTheAnswerIsAsTrustedAsWhatTheyGave() {
        MockProvider model = MockProvider.of(MockTurn.call("look", Map.of()), MockTurn.call("final_answer", ADA));

        TypedResult<Person> result = ask(options(model).tools(look));

        assertThat(result.value().name()).isEqualTo("Ada");
        assertThat(result.run().label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(model.requests()).extracting(ModelRequest::toolChoice).containsOnly(ToolChoice.AUTO);
    }

    @Test
    void anAnswerThatDoesNotFitIsAnErrorForTheModelToMendAndTheForceIsOver() {
        MockProvider model = MockProvider.of(
                MockTurn.call("final_answer", Map.of("name", "Ada", "age", 360)),
                MockTurn.rawCall("final_answer", "{\"name\":"),
                MockTurn.call("final_answer", ADA));

        TypedResult<Person> result = ask(options(model));

        assertThat(result.value().age()).isEqualTo(36);
        List<ToolResultPart> results = result.run().messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .toList();
        assertThat(results)
                .extracting(ToolResultPart::outcome)
                .containsExactly(ToolOutcome.INVALID_INPUT, ToolOutcome.INVALID_INPUT, ToolOutcome.SUCCEEDED);
        assertThat(results.get(0).text()).contains("/age");
        assertThat(model.requests())
                .extracting(ModelRequest::toolChoice)
                .containsExactly(FORCED, ToolChoice.AUTO, ToolChoice.AUTO);
    }

    @Test
    void aTextInPlaceOfTheAnswerIsRepairedByForceInTheSameConversation() {
        MockProvider model = MockProvider.of(
                MockTurn.call("look", Map.of()).withUsage(Usage.of(1, 1)),
                MockTurn.text("It is Ada.").withUsage(Usage.of(10, 1)),
                MockTurn.call("final_answer", ADA).withUsage(Usage.of(100, 1)));

        TypedResult<Person> result = ask(options(model).system("Be brief.").tools(look));

        assertThat(result.value().name()).isEqualTo("Ada");
        assertThat(result.run().steps()).isEqualTo(3);
        assertThat(result.run().usage()).isEqualTo(Usage.of(111, 3));
        assertThat(result.run().label().trust()).isEqualTo(Trust.UNTRUSTED);
        ModelRequest repair = model.requests().get(2);
        assertThat(repair.toolChoice()).isEqualTo(FORCED);
        assertThat(repair.messages())
                .extracting(message -> message.role())
                .containsExactly(Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT, Role.USER);
        assertThat(repair.messages().get(5).text()).contains("final_answer");
    }

    @Test
    void repairsAreBounded() {
        MockProvider model = MockProvider.of(MockTurn.text("a"), MockTurn.text(""), MockTurn.text("c"));

        TypedResult<Person> result = ask(options(model));

        assertThat(result.optionalValue()).isEmpty();
        assertThat(result.run().stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(result.run().text()).isEqualTo("c");
        assertThatThrownBy(result::value)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("answered with a text in place of final_answer (stop reason ANSWERED)");
        model.assertDone();
    }

    @Test
    void aRefusalIsNotRepaired() {
        MockProvider model = MockProvider.of(MockTurn.text("no").finishing(FinishReason.REFUSAL));

        TypedResult<Person> result = ask(options(model));

        assertThatThrownBy(result::value).hasMessageContaining("REFUSED");
        assertThat(result.run().text()).isEqualTo("no");
        model.assertDone();
    }

    @Test
    void aCutOffAnswerIsNoneAndALimitIsNamed() {
        MockProvider model = MockProvider.of(
                MockTurn.call("final_answer", ADA).finishing(FinishReason.LENGTH), MockTurn.text("I ran out of room"));

        TypedResult<Person> result =
                ask(options(model).limits(Limits.builder().maxSteps(1).build()));

        assertThatThrownBy(result::value).hasMessageContaining("STEP_LIMIT");
    }

    @Test
    void ofTwoAnswersInOneStepOneIsTaken() {
        MockProvider model = MockProvider.of(
                MockTurn.call("final_answer", ADA).andCall("final_answer", Map.of("name", "Bob", "age", 1)));

        TypedResult<Person> result = ask(options(model));

        assertThat(result.value().name()).isIn("Ada", "Bob");
        assertThat(result.run().messages().get(2).toolResults())
                .extracting(ToolResultPart::outcome)
                .containsExactlyInAnyOrder(ToolOutcome.SUCCEEDED, ToolOutcome.FAILED);
    }

    @Test
    void theAnswerPassesTheGate() {
        MockProvider model = MockProvider.of(
                MockTurn.call("final_answer", ADA),
                MockTurn.text("denied"),
                MockTurn.text("denied"),
                MockTurn.text("denied"));

        TypedResult<Person> result =
                ask(options(model).permissions(Permissions.none().with(ToolCategory.OTHER, Permission.DENY)));

        assertThat(result.optionalValue()).isEmpty();
    }

    @Test
    void theApplicationsOwnStopConditionHolds() {
        MockProvider model = MockProvider.of(MockTurn.call("look", Map.of()));

        TypedResult<Person> result = ask(options(model).tools(look).stopWhen(messages -> true));

        assertThatThrownBy(result::value).hasMessageContaining("STOPPED");
    }

    @Test
    void aToolOfTheApplicationsCanNotHaveTheNameOfTheAnswer() {
        Tool same = Tool.define("final_answer", Nothing.class).description("x").execute((input, context) -> "x");

        assertThatThrownBy(() -> ask(options(MockProvider.of()).tools(same)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("final_answer");
    }
}
