package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.Tool;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole number is an integer however a model writes it, as JSON Schema says: 2.0 and 20e-1 are 2. */
class WholeNumberInputTest {

    record Inner(int count) {}

    record Numbers(
            @Nullable Integer count,
            OptionalLong offset,
            @Nullable BigInteger large,
            Optional<List<Short>> list,
            Optional<Map<String, Long>> map,
            Optional<Inner> inner,
            Optional<Double> real) {}

    private final List<Numbers> taken = new ArrayList<>();
    private final List<String> inputs = new ArrayList<>();

    private ToolResultPart call(String arguments) {
        Tool tool = Tool.define("numbers", Numbers.class)
                .description("Takes numbers")
                .execute((input, context) -> {
                    taken.add(input);
                    return "taken";
                });
        return new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.rawCall("numbers", arguments.replace('\'', '"')), MockTurn.text("Done.")))
                        .tools(tool)
                        .onRunEvent(event -> {
                            if (event instanceof RunEvent.ToolStarted started) {
                                inputs.add(started.inputJson());
                            }
                        })
                        .build())
                .ask("Go on")
                .messages()
                .get(2)
                .toolResults()
                .get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'count':2.0} | {'count':2}",
                "{'count':20e-1} | {'count':2}",
                "{'count':-0.0} | {'count':0}",
                "{'offset':2e3} | {'offset':2000}",
                "{'offset':9223372036854775807.0} | {'offset':9223372036854775807}",
                "{'large':1e30} | {'large':1000000000000000000000000000000}",
                "{'list':[1.0,2,3.00]} | {'list':[1,2,3]}",
                "{'map':{'a':4.0}} | {'map':{'a':4}}",
                "{'inner':{'count':5.0}} | {'inner':{'count':5}}",
            })
    void isTakenShownAndHashedAsAnInteger(String arguments, String same) {
        assertThat(call(arguments).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(call(same).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);

        assertThat(taken.get(0)).isEqualTo(taken.get(1));
        assertThat(inputs).containsOnly(same.replace('\'', '"'));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'count':2.5}",
                "{'count':1e-1}",
                "{'count':'2'}",
                "{'count':3e9}",
                "{'offset':1e19}",
                "{'large':1e999999999}",
                "{'list':[1.5]}"
            })
    void anythingElseIsRefused(String arguments) {
        ToolResultPart result = call(arguments);

        assertThat(result.outcome()).isEqualTo(ToolOutcome.INVALID_INPUT);
        assertThat(result.text()).doesNotContain("java.", "OptionalLong", "Coerc", "coerc");
        assertThat(taken).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.0", "2", "0.2e1"})
    void whereNumbersMayHaveAFractionNothingChanges(String number) {
        assertThat(call("{'real':" + number + "}").outcome()).isEqualTo(ToolOutcome.SUCCEEDED);

        assertThat(taken.get(0).real()).hasValue(2.0);
    }
}
