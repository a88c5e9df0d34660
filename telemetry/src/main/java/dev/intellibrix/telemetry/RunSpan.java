package dev.intellibrix.telemetry;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Label;
import dev.intellibrix.provider.Usage;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The span of a run, and what the run has come to so far. */
final class RunSpan {

    private static final String OPERATION = "invoke_agent";

    private final Instruments instruments;
    private final RunEvent.RunStarted started;
    private final @Nullable String name;
    private final Span span;
    private final Context context;
    private final long start = System.nanoTime();
    private Usage usage = Usage.ZERO;
    private String provider = "";
    private boolean isUntrusted;
    private long steps;
    private long calls;

    private RunSpan(
            Instruments instruments, RunEvent.RunStarted started, @Nullable String name, Span span, Context context) {
        this.instruments = instruments;
        this.started = started;
        this.name = name;
        this.span = span;
        this.context = context;
    }

    static RunSpan begin(
            Instruments instruments,
            RunEvent.RunStarted started,
            @Nullable String agentName,
            @Nullable String aboveId,
            Context around) {
        List<String> path = started.source().agentPath();
        String name = path.isEmpty() ? agentName : path.get(path.size() - 1);
        SpanBuilder builder = instruments
                .tracer()
                .spanBuilder(name == null ? OPERATION : OPERATION + " " + name)
                .setParent(around)
                .setAttribute(Keys.OPERATION, OPERATION)
                .setAttribute(Keys.RUN_ID, started.runId());
        if (name != null) {
            builder.setAttribute(Keys.AGENT, name);
        }
        if (!started.model().isEmpty()) {
            builder.setAttribute(Keys.REQUEST_MODEL, started.model());
        }
        if (!started.conversationId().equals(started.runId())) {
            builder.setAttribute(Keys.CONVERSATION, started.conversationId());
        }
        if (!path.isEmpty()) {
            builder.setAttribute(Keys.AGENT_PATH, path);
        }
        if (aboveId != null) {
            builder.setAttribute(Keys.ABOVE_ID, aboveId);
        }
        SpanContext before = instruments.suspended().take(started.runId());
        if (before != null) {
            builder.addLink(before);
        }
        Span span = builder.startSpan();
        return new RunSpan(instruments, started, name, span, around.with(span));
    }

    /** The context of all that happens in the run. */
    Context context() {
        return context;
    }

    void step() {
        steps++;
    }

    void call(Label label) {
        calls++;
        saw(label);
    }

    void saw(Label label) {
        isUntrusted |= label.isUntrusted();
    }

    void use(Usage more) {
        usage = usage.plus(more);
    }

    /** Takes note of who is asked: the first, where there are several. */
    void provider(String id) {
        if (provider.isEmpty()) {
            provider = Providers.name(id);
            span.setAttribute(Keys.PROVIDER, provider);
        }
    }

    void finished(RunEvent.RunFinished event) {
        Contents contents = instruments.contents();
        if (contents.areTold() && !event.text().isEmpty()) {
            span.setAttribute(Keys.OUTPUT_MESSAGES, message(Contents.bounded(event.text())));
        }
        end(lower(event.stopReason()), null);
    }

    void suspended() {
        try {
            if (span.getSpanContext().isValid()) {
                instruments.suspended().keep(started.runId(), span.getSpanContext());
            }
        } finally {
            end("awaiting_approval", null);
        }
    }

    void failed(Throwable failure) {
        try {
            instruments.contents().fail(span, failure);
        } finally {
            end("failed", Errors.type(failure));
        }
    }

    private void end(String stopReason, @Nullable String errorType) {
        try {
            span.setAttribute(Keys.STOP_REASON, stopReason);
            span.setAttribute(Keys.STEPS, steps);
            span.setAttribute(Keys.CALLS, calls);
            span.setAttribute(Keys.TRUST, isUntrusted ? "untrusted" : "trusted");
            if (usage.totalTokens() > 0) {
                Tokens.set(span, usage);
            }
            instruments.took(Duration.ofNanos(System.nanoTime() - start), dimensions(stopReason, errorType), context);
        } finally {
            span.end();
        }
    }

    private Attributes dimensions(String stopReason, @Nullable String errorType) {
        AttributesBuilder all =
                Attributes.builder().put(Keys.OPERATION, OPERATION).put(Keys.STOP_REASON, stopReason);
        put(all, name, errorType);
        return all.build();
    }

    private void put(AttributesBuilder all, @Nullable String agent, @Nullable String errorType) {
        if (!provider.isEmpty()) {
            all.put(Keys.PROVIDER, provider);
        }
        if (!started.model().isEmpty()) {
            all.put(Keys.REQUEST_MODEL, started.model());
        }
        if (agent != null) {
            all.put(Keys.AGENT, agent);
        }
        if (errorType != null) {
            all.put(Keys.ERROR_TYPE, errorType);
        }
    }

    /** An answer as the conventions write it. */
    private static String message(String text) {
        return Json.writeWhole(List.of(Map.of(
                "role",
                "assistant",
                "parts",
                List.of(Map.of("type", "text", "content", text)),
                "finish_reason",
                "stop")));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
