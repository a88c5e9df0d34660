package dev.intellibrix.provider.textcalls;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.ToolChoice;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Tool calls for a model that has none of its own, such as many that run locally: the tools are described in the system
 * prompt, and calls are read from the text of the answer.
 *
 * <pre>{@code
 * Provider local = TextToolCalls.of(
 *         OpenAiProvider.builder().baseUrl("http://localhost:11434/v1").build());
 * }</pre>
 *
 * <p>The calls are calls like all others: they pass the gate, with the trust of what the model has seen. But text can become a
 * call here, so these rules hold:
 *
 * <ul>
 *   <li>Markup that is not whole is text, and so is markup in a code block, a code span, a block quote or a thought, and
 *       markup that only repeats what stands in an untrusted message or result, as it is or as escapes of JSON or HTML. A
 *       thought is known by its opening mark; where a server leaves that out, it is read like all other text.
 *   <li>Markup in messages and results is broken with a space before the model reads it, so that no result can end its own
 *       block, or hold another one, and nothing that the model repeats is a call. The price is that the model sees such text,
 *       which is rare, with a space too many.
 *   <li>JSON without a mark of its own, in a code block or as the whole answer, is a call only when it names a tool.
 *   <li>JSON that is broken in markup that is whole is a call with broken arguments, which the gate refuses with the place of
 *       the fault, so that the model can mend it.
 * </ul>
 *
 * <p>While the answer arrives, text is given to the sink as soon as it is no part of a call; no half of a marker ever is.
 * Nothing is lost: the parts of the turn hold all of its text but the calls and the white space around them. Native calls,
 * where the model makes some all the same, are given on. Calls are named {@code text_call_1} and so on, the same for the same
 * conversation.
 *
 * <p>Thread-safe if the provider is; keeps nothing of a call.
 */
public final class TextToolCalls implements Provider {

    private final Provider provider;
    private final List<CallSyntax> syntaxes;
    private final RequestText words;
    private final boolean knownToolsOnly;

    private TextToolCalls(Builder builder) {
        this.provider = builder.provider;
        this.knownToolsOnly = builder.knownToolsOnly;
        Set<Format> reads = EnumSet.copyOf(builder.reads);
        reads.add(builder.format);
        this.syntaxes = reads.stream().map(Format::syntax).toList();
        Set<String> markers = new LinkedHashSet<>();
        syntaxes.forEach(syntax -> markers.addAll(syntax.markers()));
        this.words = new RequestText(builder.format.syntax(), new Defused(markers));
    }

    /** Tool calls in the text of this provider's model, with all defaults. */
    public static TextToolCalls of(Provider provider) {
        return builder(provider).build();
    }

    /** A builder for tool calls in the text of this provider's model. */
    public static Builder builder(Provider provider) {
        return new Builder(provider);
    }

    /** The id of the provider that is asked. */
    @Override
    public String id() {
        return provider.id();
    }

    @Override
    public ModelResponse generate(ModelRequest request, StreamSink sink) {
        ModelRequest asked = words.of(request);
        if (request.tools().isEmpty() || request.toolChoice().mode() == ToolChoice.Mode.NONE) {
            return provider.generate(asked, sink);
        }
        OfferedTools tools = new OfferedTools(request.tools());
        Quotations quotations = new Quotations(request.messages());
        CallScanner.Judge judge = (reading, markup) -> follows(reading, tools) && !quotations.hold(markup);
        TextSink text = new TextSink(sink);
        CallScanner shown = new CallScanner(syntaxes, tools, judge, text);
        ModelResponse answer = provider.generate(asked, text.before(shown));
        shown.end();
        AnswerParts parts = new AnswerParts(request.messages());
        Message message = divided(answer.message(), new CallScanner(syntaxes, tools, judge, parts), parts);
        return new ModelResponse(message, answer.finishReason(), answer.usage(), answer.model());
    }

    @Override
    public String toString() {
        return "TextToolCalls[" + provider + "]";
    }

    private boolean follows(Reading reading, OfferedTools tools) {
        boolean mustBeKnown = knownToolsOnly || !reading.isMarked();
        return reading.calls().stream().allMatch(call -> !(mustBeKnown || call.isBroken()) || tools.has(call.name()));
    }

    private static Message divided(Message answer, CallScanner scanner, AnswerParts parts) {
        for (Part part : answer.parts()) {
            if (part instanceof TextPart text) {
                scanner.add(text.text());
            } else {
                scanner.end(); // Nothing that another part interrupts is whole.
                parts.other(part);
            }
        }
        scanner.end();
        return parts.toMessage(answer);
    }

    /** The ways in which models write calls. */
    public enum Format {
        /** JSON in {@code <tool_call>} elements: Hermes, Qwen and many others. */
        HERMES,
        /** JSON as the whole answer, or behind {@code <|python_tag|>}: Llama 3.1 and later. */
        LLAMA,
        /** JSON, or a name and JSON, behind {@code [TOOL_CALLS]}: Mistral. */
        MISTRAL,
        /** JSON in a code block: models that were trained on no form of their own. */
        FENCED_JSON,
        /** {@code <function=name>} with an element for each argument, or JSON: Qwen's coders, Llama. */
        FUNCTION,
        /** {@code <invoke name="...">} with an element for each argument. */
        XML;

        CallSyntax syntax() {
            return switch (this) {
                case HERMES -> new HermesSyntax();
                case LLAMA -> new LlamaSyntax();
                case MISTRAL -> new MistralSyntax();
                case FENCED_JSON -> new FencedSyntax();
                case FUNCTION -> TaggedSyntax.function();
                case XML -> TaggedSyntax.xml();
            };
        }
    }

    /** Collects the options. Not thread-safe. */
    public static final class Builder {

        private final Provider provider;
        private Format format = Format.HERMES;
        private Set<Format> reads = EnumSet.allOf(Format.class);
        private boolean knownToolsOnly;

        private Builder(Provider provider) {
            this.provider = Objects.requireNonNull(provider, "provider");
        }

        /** The format that the model is asked to write; {@link Format#HERMES} by default. */
        public Builder format(Format asked) {
            this.format = Objects.requireNonNull(asked, "asked");
            return this;
        }

        /**
         * The formats that are read as calls, beside the one that is asked for; all of them by default, since models fall back
         * to the one that they were trained on. Fewer formats mean that less text can become a call.
         */
        public Builder reads(Format first, Format... others) {
            this.reads = EnumSet.of(first, others);
            return this;
        }

        /**
         * Whether markup that names no tool of the request is text. By default it is a call, which the gate answers with the
         * names of tools that may have been meant. Either way nothing is run.
         */
        public Builder knownToolsOnly(boolean only) {
            this.knownToolsOnly = only;
            return this;
        }

        /** The provider. */
        public TextToolCalls build() {
            return new TextToolCalls(this);
        }
    }
}
