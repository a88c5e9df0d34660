package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a model is told of an input that fits the schema of a record and that the record can not be made of. */
class OwnRecordTest {

    record Even(int number) {
        Even {
            if (number % 2 != 0) {
                throw new IllegalArgumentException(number + " is odd");
            }
        }
    }

    record Known(String name) {
        Known {
            if (name.isEmpty()) {
                throw new ToolException("the name is empty; list_names shows those that there are");
            }
            if (name.equals("broken")) {
                throw new IllegalStateException("the password is 1234");
            }
        }
    }

    record Input(List<Even> numbers, Known known) {}

    private static String told(String arguments) {
        Tool tool = Tool.define("t", Input.class).description("Takes numbers").execute((input, context) -> "taken");
        ToolResultPart result = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(MockTurn.rawCall("t", arguments), MockTurn.text("Done.")))
                        .tools(tool)
                        .build())
                .ask("Go on")
                .messages()
                .get(2)
                .toolResults()
                .get(0);
        assertThat(result.outcome()).isEqualTo(ToolOutcome.INVALID_INPUT);
        return result.text();
    }

    private static String numbers(String... values) {
        return "{\"numbers\":[{\"number\":" + String.join("},{\"number\":", values) + "}],\"known\":{\"name\":\"a\"}}";
    }

    @Test
    void aRecordSaysInItsOwnWordsWhyItRefusesAValue() {
        assertThat(told(numbers("2", "3")))
                .isEqualTo("Not run (invalid_input): the input can not be used: /numbers/1: 3 is odd");
        assertThat(told("{\"numbers\":[],\"known\":{\"name\":\"\"}}"))
                .isEqualTo(
                        "Not run (invalid_input): the input can not be used: /known: the name is empty; list_names shows"
                                + " those that there are");
    }

    @Test
    void whatElseARecordThrowsIsNotForTheModel() {
        assertThat(told("{\"numbers\":[],\"known\":{\"name\":\"broken\"}}"))
                .isEqualTo("Not run (invalid_input): the input can not be used: /known: this value is refused");
    }

    @Test
    void aNumberThatDoesNotFitIsNamedByItsPlaceAndNotByAClass() {
        assertThat(told(numbers("99999999999")))
                .isEqualTo("Not run (invalid_input): the input can not be used: /numbers/0/number: Numeric value"
                        + " (99999999999) out of range of int (-2147483648 - 2147483647)");
        assertThat(told(numbers("1e1000")))
                .isEqualTo("Not run (invalid_input): the input can not be used: /numbers/0/number: it has to be a whole"
                        + " number of at most 1000 digits");
    }
}
