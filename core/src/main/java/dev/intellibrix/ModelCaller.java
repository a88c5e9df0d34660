package dev.intellibrix;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunScope;
import dev.intellibrix.internal.gate.Toolbox;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.ToolChoice;
import dev.intellibrix.provider.ToolSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the model for its next turn, streaming or not, and makes the turn fit for the transcript. */
final class ModelCaller {

    private static final Logger LOG = LoggerFactory.getLogger(ModelCaller.class);

    private final IntelligenceOptions options;
    private final Transcript transcript;
    private final RunControl control;
    private final RunHost host;
    private final List<ToolSpec> tools;
    private final ContextFitter context;

    ModelCaller(IntelligenceOptions options, Toolbox toolbox, Transcript transcript, RunControl control, RunHost host) {
        this.options = options;
        this.transcript = transcript;
        this.control = control;
        this.host = host;
        this.tools = toolbox.specs();
        this.context = new ContextFitter(options.contextPolicy().begin(asContext()));
    }

    /**
     * The model's turn, labelled; null when the run was stopped meanwhile.
     *
     * @param withTools whether the model may call tools
     * @throws IntelligenceException when the provider gives no whole turn
     */
    @Nullable ModelResponse call(boolean withTools) {
        ModelResponse response = generate(request(withTools), sink());
        return response == null
                ? null
                : new ModelResponse(
                        normalised(response.message()), response.finishReason(), response.usage(), response.model());
    }

    private ModelRequest request(boolean withTools) {
        return request(context.fit(transcript.messages()))
                .tools(tools)
                .toolChoice(withTools || tools.isEmpty() ? ToolChoice.AUTO : ToolChoice.NONE)
                .build();
    }

    private ModelRequest.Builder request(List<Message> messages) {
        return ModelRequest.builder(options.model(), messages)
                .maxOutputTokens(options.maxOutputTokens().orElse(null))
                .temperature(options.temperature().orElse(null))
                .deadline(host.timer().deadline(options.clock()).orElse(null))
                .cancellation(control.cancellation());
    }

    private ContextRun asContext() {
        return new ContextRun() {
            @Override
            public String conversationId() {
                return host.conversationId();
            }

            @Override
            public Optional<String> ask(String instructions, String text) {
                return askBeside(List.of(Message.system(instructions), Message.user(text)));
            }
        };
    }

    /** A question of a context policy, which is no step of the run, but counts for what it has used. */
    private Optional<String> askBeside(List<Message> messages) {
        try {
            ModelResponse response =
                    generate(request(messages).toolChoice(ToolChoice.NONE).build(), StreamSink.none());
            if (response == null) {
                return Optional.empty();
            }
            response.usage().ifPresent(usage -> {
                transcript.recordUsage(usage);
                host.budget().use(usage);
                host.publish(new RunEvent.UsageReported(host.source(), usage));
            });
            return response.finishReason() == FinishReason.STOP
                            && response.message().toolCalls().isEmpty()
                    ? Optional.of(response.message().text())
                    : Optional.empty();
        } catch (IntelligenceException e) {
            LOG.warn("the model could not be asked about what was said before", e);
            return Optional.empty();
        }
    }

    private @Nullable ModelResponse generate(ModelRequest request, StreamSink sink) {
        try {
            return told(request, () -> options.provider().generate(request, sink));
        } catch (Exception e) {
            host.timer().stopIfUp();
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

    /** Asks, and tells the listeners before and after, where there are any. */
    private ModelResponse told(ModelRequest request, Callable<ModelResponse> ask) throws Exception {
        if (!host.hasListeners()) {
            return control.interruptibly(ask);
        }
        String provider = options.provider().id();
        RunEvent asked = new RunEvent.ModelCallStarted(host.source(), provider, request.model());
        host.tell(asked);
        long start = System.nanoTime();
        ModelResponse response = null;
        Throwable failure = null;
        try {
            response = control.interruptibly(() -> within(asked, ask));
            return response;
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            host.tell(finished(provider, response, failure, Duration.ofNanos(System.nanoTime() - start)));
        }
    }

    private ModelResponse within(RunEvent asked, Callable<ModelResponse> ask) throws Exception {
        RunScope scope = host.enter(asked);
        try {
            return ask.call();
        } finally {
            scope.close();
        }
    }

    private RunEvent finished(
            String provider, @Nullable ModelResponse response, @Nullable Throwable failure, Duration took) {
        return new RunEvent.ModelCallFinished(
                host.source(),
                provider,
                response == null ? "" : response.model(),
                Optional.ofNullable(response).map(ModelResponse::finishReason),
                Optional.ofNullable(response).flatMap(ModelResponse::usage),
                Optional.ofNullable(failure),
                took);
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
