package dev.intellibrix.provider.textcalls;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.provider.wire.SentCalls;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls as elements with one element for each argument, whose text stands there as it is:
 * {@code <function=name><parameter=key>value</parameter></function>} of Qwen's coders and Llama, and
 * {@code <invoke name="..."><parameter name="...">value</parameter></invoke>}; alone or in a wrapper.
 */
final class TaggedSyntax implements CallSyntax {

    private static final Tags FUNCTION = new Tags(
            HermesSyntax.OPEN,
            HermesSyntax.CLOSE,
            "<function=",
            "</function>",
            "<parameter=",
            "</parameter>",
            ">",
            true);

    private static final Tags XML = new Tags(
            "<function_calls>",
            "</function_calls>",
            "<invoke name=\"",
            "</invoke>",
            "<parameter name=\"",
            "</parameter>",
            "\">",
            false);

    private final Tags tags;
    private final List<String> markers;

    private TaggedSyntax(Tags tags, List<String> markers) {
        this.tags = tags;
        this.markers = markers;
    }

    static TaggedSyntax function() {
        return new TaggedSyntax(FUNCTION, List.of("</?tool_calls?>", "</?function[=>]", "</?parameter[=>]"));
    }

    static TaggedSyntax xml() {
        return new TaggedSyntax(
                XML, List.of("</?function_calls>", "<invoke\\s", "</invoke>", "<parameter\\s+name", "</parameter>"));
    }

    @Override
    public int opening(GrowingText text, int at, Quoting place) {
        int wrapper = text.match(at, tags.wrapperOpen());
        int call = text.match(at, tags.callOpen());
        return Math.max(wrapper, call);
    }

    @Override
    public CallReader reader(GrowingText text, int start, int at, OfferedTools tools) {
        boolean isWrapped = text.match(start, tags.wrapperOpen()) > 0;
        return new TaggedReader(tags, isWrapped ? at : start, isWrapped, tools);
    }

    @Override
    public String write(String name, String arguments, Defused defused) {
        StringBuilder text = new StringBuilder(tags.wrapperOpen()).append('\n');
        text.append(tags.callOpen())
                .append(SentCalls.name(name))
                .append(tags.headEnd())
                .append('\n');
        try {
            JsonNode read = Json.parse(arguments);
            if (read instanceof ObjectNode object) {
                object.properties().forEach(field -> {
                    JsonNode value = field.getValue();
                    String shown = value.isString() ? value.stringValue() : Json.write(value);
                    text.append(tags.parameterOpen())
                            .append(defused.text(field.getKey()))
                            .append(tags.headEnd());
                    text.append('\n').append(defused.text(shown)).append('\n');
                    text.append(tags.parameterClose()).append('\n');
                });
            } else {
                text.append(defused.text(arguments)).append('\n');
            }
        } catch (JsonFault e) {
            text.append(defused.text(arguments)).append('\n'); // As the model wrote it, so that it sees its slip.
        }
        return text.append(tags.callClose())
                .append('\n')
                .append(tags.wrapperClose())
                .toString();
    }

    @Override
    public List<String> markers() {
        return markers;
    }

    /**
     * What the elements begin and end with.
     *
     * @param headEnd what ends the name of a call and of an argument
     * @param takesJson whether one JSON object may stand for all arguments
     */
    record Tags(
            String wrapperOpen,
            String wrapperClose,
            String callOpen,
            String callClose,
            String parameterOpen,
            String parameterClose,
            String headEnd,
            boolean takesJson) {}
}
