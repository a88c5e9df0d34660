package dev.intellibrix;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.internal.gate.Toolbox;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.ToolChoice;
import dev.intellibrix.provider.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks the model for its next turn, streaming or not, and makes the turn fit for the transcript. */
final class ModelCaller {

    private final IntelligenceOptions options;
    private final Transcript transcript;
    private final RunControl control;
    private final RunTimer timer;
    private final RunHost host;
    private final List<ToolSpec> tools;

    ModelCaller(
            IntelligenceOptions options,
            Toolbox toolbox,
            Transcript transcript,
            RunControl control,
            RunTimer timer,
            RunHost host) {
        this.options = options;
        this.transcript = transcript;
        this.control = control;
        this.timer = timer;
        this.host = host;
        this.tools = toolbox.specs();
    }

    /**
     * The model's turn, labelled; null when the run was stopped meanwhile.
     *
     * @param withTools whether the model may call tools
     * @throws IntelligenceException when the provider gives no whole turn
     */
    @Nullable ModelResponse call(boolean withTools) {
        ModelResponse response = generate(request(withTools));
        return response == null
                ? null
                : new ModelResponse(
                        normalised(response.message()), response.finishReason(), response.usage(), response.model());
    }

    private ModelRequest request(boolean withTools) {
        return ModelRequest.builder(options.model(), transcript.messages())
                .tools(tools)
                .toolChoice(withTools || tools.isEmpty() ? ToolChoice.AUTO : ToolChoice.NONE)
                .maxOutputTokens(options.maxOutputTokens().orElse(null))
                .temperature(options.temperature().orElse(null))
                .deadline(timer.deadline(options.clock()).orElse(null))
                .cancellation(control.cancellation())
                .build();
    }

    private @Nullable ModelResponse generate(ModelRequest request) {
        try {
            return control.interruptibly(() -> options.provider().generate(request, sink()));
        } catch (Exception e) {
            if (control.stopped() != null) {
                return null;
            }
            if (e instanceof IntelligenceException known) {
                throw known;
            }
            throw ProviderException.builder("the provider failed: " + e)
                    .cause(e)
                    .build();
        }
    }

    private StreamSink sink() {
        if (!host.hasListeners()) {
            return StreamSink.none();
        }
        return new StreamSink() {
            @Override
            public void text(String delta) {
                host.publish(new RunEvent.TextDelta(host.source(), delta));
            }

            @Override
            public void reasoning(String delta) {
                host.publish(new RunEvent.ReasoningDelta(host.source(), delta));
            }
        };
    }

    /** Labels are the loop's to give, never the provider's; and each call gets an id that no other call of the run has. */
    private Message normalised(Message answer) {
        Label label = transcript.label();
        List<Part> parts = new ArrayList<>(answer.parts().size());
        for (Part part : answer.parts()) {
            Part labelled = part.withLabel(label);
            parts.add(
                    labelled instanceof ToolCallPart call ? call.withId(transcript.uniqueCallId(call.id())) : labelled);
        }
        return Message.assistant(parts);
    }
}
