package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A model writes null for what it leaves out, at any depth. */
class NullInputTest {

    record Line(
            String item,
            Optional<String> note,
            OptionalInt count,
            @Nullable Boolean gift,
            @JsonProperty("unit_price") Optional<Integer> price) {}

    record Tree(Optional<Line> line, List<Tree> branches) {}

    @SuppressWarnings("ArrayRecordComponent") // They are taken, too.
    record Order(
            Optional<Line> one,
            Optional<List<Line>> list,
            Optional<Set<Line>> set,
            Line @Nullable [] array,
            List<? extends Line> @Nullable [] lists,
            Optional<Map<String, List<Line>>> map,
            Optional<Tree> tree,
            Optional<Object> anything) {}

    private static final String WITH_NULLS = "{'item':'a','note':null,'count':null,'gift':null,'unit_price':null}";
    private static final String WITHOUT = "{'item':'a'}";

    private final List<Order> orders = new ArrayList<>();
    private final List<String> inputs = new ArrayList<>();

    private ToolResultPart order(String arguments) {
        Tool tool = Tool.define("order", Order.class).description("Orders").execute((input, context) -> {
            orders.add(input);
            return "ordered";
        });
        return new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.rawCall("order", arguments.replace('\'', '"')), MockTurn.text("Done.")))
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
    @ValueSource(
            strings = {
                "{'one':L}",
                "{'one':null,'tree':null,'array':null,'list':[L,{'item':'b'},L]}",
                "{'set':[L]}",
                "{'array':[L,L],'lists':[[],[L]]}",
                "{'map':{'a':[L],'note':[L]}}",
                "{'tree':{'line':L,'branches':[{'line':null,'branches':[{'line':L,'branches':[]}]}]}}"
            })
    void isTheSameAsLeavingItOut(String arguments) {
        String without = arguments
                .replace("L", WITHOUT)
                .replace("'line':null,", "")
                .replace("'one':null,'tree':null,'array':null,", "");

        assertThat(order(arguments.replace("L", WITH_NULLS)).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(order(without).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(inputs.get(0)).isEqualTo(inputs.get(1)).doesNotContain("null");
        assertThat(orders.get(0)).usingRecursiveComparison().isEqualTo(orders.get(1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            {'one':{'item':null}}               ; /one/item: null found, string expected
            {'list':[null]}                     ; /list/0: null found, object expected
            {'map':{'a':null}}                  ; /map/a: null found, array expected
            {'tree':{'branches':[{'line':{'item':'a'},'branches':null}]}} ; /tree/branches/0/branches: null found
            """)
    void isRefusedWhereSomethingHasToBe(String arguments, String why) {
        ToolResultPart result = order(arguments);

        assertThat(result.outcome()).isEqualTo(ToolOutcome.INVALID_INPUT);
        assertThat(result.text()).contains(why);
        assertThat(orders).isEmpty();
    }

    /** Where anything may stand, null is something. */
    @ParameterizedTest
    @ValueSource(strings = {"{'anything':{'note':null}}", "{'anything':[null]}"})
    void staysWhereTheTypeIsNotKnown(String arguments) {
        assertThat(order(arguments).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(inputs).singleElement().asString().contains("null");
    }
}
