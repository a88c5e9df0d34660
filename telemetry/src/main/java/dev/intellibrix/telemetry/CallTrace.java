package dev.intellibrix.telemetry;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.rules.Violation;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The span of a tool call, from the moment that the model made it until it has its result. */
final class CallTrace {

    private static final String OPERATION = "execute_tool";

    /** What ids are made of. Where a model writes them itself, it could say anything in one. */
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.:-]{1,128}");

    private final Instruments instruments;
    private final Span span;
    private final Context context;
    private @Nullable String toolName; // Once it is known that a tool has it.
    private Duration waited = Duration.ZERO;
    private boolean hasRun;

    private CallTrace(Instruments instruments, Span span, Context context, @Nullable String toolName) {
        this.instruments = instruments;
        this.span = span;
        this.context = context;
        this.toolName = toolName;
    }

    /**
     * Begins a call's span.
     *
     * @param written the tool's name as the model wrote it
     * @param label the trust of what led to the call; null when it was told before the run was suspended
     */
    static CallTrace begin(Instruments instruments, Context run, String callId, String written, @Nullable Label label) {
        boolean isKnown = instruments.knownTools().contains(written);
        SpanBuilder builder = instruments
                .tracer()
                .spanBuilder(isKnown ? OPERATION + " " + written : OPERATION)
                .setParent(run)
                .setAttribute(Keys.OPERATION, OPERATION)
                .setAttribute(Keys.TOOL_TYPE, "function");
        if (ID.matcher(callId).matches()) {
            builder.setAttribute(Keys.CALL_ID, callId);
        }
        if (isKnown) {
            builder.setAttribute(Keys.TOOL, written);
        }
        Span span = builder.startSpan();
        CallTrace trace = new CallTrace(instruments, span, run.with(span), isKnown ? written : null);
        if (label != null) {
            trace.trust(label);
        }
        return trace;
    }

    Context context() {
        return context;
    }

    void requested(RunEvent.ToolRequested event) {
        instruments.contents().set(span, Keys.ARGUMENTS, event.arguments());
    }

    void intercepted(RunEvent.ToolIntercepted event) {
        span.setAttribute(Keys.RULE, event.rule());
        if (!Violation.UNKNOWN_TOOL.equals(event.rule())) {
            isNamed(event.toolName());
        }
    }

    void asked(ApprovalRequest request) {
        isNamed(request.toolName());
        List<String> kinds = request.reasons().stream()
                .map(reason -> lower(reason.kind()))
                .distinct()
                .toList();
        span.addEvent("intellibrix.approval.requested", Attributes.of(Keys.ASKED_BECAUSE, kinds));
    }

    void resolved(RunEvent.ApprovalResolved event) {
        ApprovalDecision decision = event.decision();
        String name = decision.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        Attributes dimensions = Attributes.of(Keys.DECISION, name, Keys.DECIDED_BY, lower(event.decidedBy()));
        waited = waited.plus(event.waited());
        span.addEvent("intellibrix.approval.resolved", dimensions);
        span.setAllAttributes(dimensions);
        span.setAttribute(Keys.WAITED, Instruments.seconds(waited));
        if (!event.code().isEmpty()) {
            span.setAttribute(Keys.CODE, event.code());
        }
        if (decision instanceof ApprovalDecision.Deny deny) {
            instruments.contents().set(span, Keys.REASON, deny.reason());
        }
        instruments.waited(event.waited(), dimensions, context);
    }

    void started(RunEvent.ToolStarted event) {
        hasRun = true;
        isNamed(event.toolName());
        instruments.contents().set(span, Keys.ARGUMENTS, event.inputJson());
    }

    void finished(RunEvent.ToolFinished event) {
        try {
            if (event.outcome() == ToolOutcome.DENIED) {
                isNamed(event.toolName()); // Only calls of a tool get as far as that.
            }
            span.setAttribute(Keys.OUTCOME, lower(event.outcome()));
            String error = errorType(event);
            if (error != null) {
                span.setAttribute(Keys.ERROR_TYPE, error);
                span.setStatus(StatusCode.ERROR);
            }
            event.failure().ifPresent(failure -> instruments.contents().fail(span, failure));
            instruments.contents().set(span, Keys.RESULT, event.text());
            if (hasRun) {
                ran(event, error);
            }
        } finally {
            span.end();
        }
    }

    private void ran(RunEvent.ToolFinished event, @Nullable String error) {
        span.setAttribute(Keys.RESULT_TRUST, lower(event.label().trust()));
        span.setAttribute(Keys.RAN, Instruments.seconds(event.took()));
        AttributesBuilder dimensions = Attributes.builder().put(Keys.OPERATION, OPERATION);
        putIfKnown(dimensions, Keys.TOOL, toolName);
        putIfKnown(dimensions, Keys.ERROR_TYPE, error);
        instruments.took(event.took(), dimensions.build(), context);
    }

    private static void putIfKnown(AttributesBuilder to, AttributeKey<String> key, @Nullable String value) {
        if (value != null) {
            to.put(key, value);
        }
    }

    /** Ends the span of a call whose run has ended before it. */
    void left(String outcome) {
        try {
            span.setAttribute(Keys.OUTCOME, outcome);
        } finally {
            span.end();
        }
    }

    /** What somebody has decided, a denial or a cancellation, is no error. */
    private static @Nullable String errorType(RunEvent.ToolFinished event) {
        return switch (event.outcome()) {
            case FAILED -> event.failure().map(Errors::type).orElse("failed");
            case TIMED_OUT -> "timeout";
            case INVALID_INPUT, UNKNOWN -> lower(event.outcome());
            case SUCCEEDED, CANCELLED, INTERCEPTED, DENIED, NOT_EXECUTED -> null;
        };
    }

    private void isNamed(String name) {
        instruments.knownTools().add(name);
        if (toolName == null) {
            toolName = name;
            span.updateName(OPERATION + " " + name);
            span.setAttribute(Keys.TOOL, name);
        }
    }

    private void trust(Label label) {
        span.setAttribute(Keys.TRUST, lower(label.trust()));
        Collection<Origin> origins = label.origins();
        if (!origins.isEmpty()) {
            span.setAttribute(
                    Keys.ORIGIN_KINDS,
                    origins.stream()
                            .map(origin -> lower(origin.kind()))
                            .distinct()
                            .toList());
        }
        instruments.contents().setAll(span, Keys.ORIGINS, origins);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
