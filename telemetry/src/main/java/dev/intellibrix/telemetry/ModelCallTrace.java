package dev.intellibrix.telemetry;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.provider.FinishReason;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import java.util.List;
import java.util.Locale;

/** The span of a call of the model. */
final class ModelCallTrace {

    private static final String OPERATION = "chat";
    private static final int MAX_NAME = 128;

    private final Instruments instruments;
    private final RunEvent.ModelCallStarted started;
    private final Span span;
    private final Context context;

    private ModelCallTrace(Instruments instruments, RunEvent.ModelCallStarted started, Span span, Context context) {
        this.instruments = instruments;
        this.started = started;
        this.span = span;
        this.context = context;
    }

    static ModelCallTrace begin(Instruments instruments, RunEvent.ModelCallStarted started, Context run) {
        boolean isNamed = !started.model().isEmpty();
        SpanBuilder builder = instruments
                .tracer()
                .spanBuilder(isNamed ? OPERATION + " " + started.model() : OPERATION)
                .setParent(run)
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(Keys.OPERATION, OPERATION)
                .setAttribute(Keys.PROVIDER, Providers.name(started.provider()));
        if (isNamed) {
            builder.setAttribute(Keys.REQUEST_MODEL, started.model());
        }
        Span span = builder.startSpan();
        return new ModelCallTrace(instruments, started, span, run.with(span));
    }

    Context context() {
        return context;
    }

    void finished(RunEvent.ModelCallFinished finished) {
        try {
            if (!finished.model().isEmpty()) {
                span.setAttribute(Keys.RESPONSE_MODEL, bounded(finished.model()));
            }
            finished.finishReason().ifPresent(reason -> span.setAttribute(Keys.FINISH_REASONS, List.of(name(reason))));
            finished.usage().ifPresent(usage -> Tokens.set(span, usage));
            finished.failure().ifPresent(failure -> instruments.contents().fail(span, failure));
            record(finished);
        } finally {
            span.end();
        }
    }

    private void record(RunEvent.ModelCallFinished finished) {
        AttributesBuilder builder = Attributes.builder()
                .put(Keys.OPERATION, OPERATION)
                .put(Keys.PROVIDER, Providers.name(started.provider()));
        if (!started.model().isEmpty()) {
            builder.put(Keys.REQUEST_MODEL, started.model());
        }
        if (!finished.model().isEmpty()) {
            builder.put(Keys.RESPONSE_MODEL, bounded(finished.model()));
        }
        Attributes all = builder.build();
        finished.usage().ifPresent(usage -> instruments.count(usage, all, context));
        instruments.took(
                finished.took(),
                finished.failure()
                        .map(failure -> all.toBuilder()
                                .put(Keys.ERROR_TYPE, Errors.type(failure))
                                .build())
                        .orElse(all),
                context);
    }

    /** Ends the span of a call of which nothing more was heard. */
    void abandoned() {
        span.end();
    }

    /** The server names it, at any length. */
    private static String bounded(String model) {
        return model.length() <= MAX_NAME ? model : model.substring(0, MAX_NAME);
    }

    private static String name(FinishReason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }
}
