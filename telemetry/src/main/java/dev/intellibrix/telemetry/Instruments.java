package dev.intellibrix.telemetry;

import dev.intellibrix.provider.Usage;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.util.List;

/** What spans and metrics are made with. The boundaries of the first two histograms are those of the conventions. */
final class Instruments {

    private static final String SCOPE = "dev.intellibrix";
    private static final double NANOS = 1e9;

    private final Tracer tracer;
    private final LongHistogram tokens;
    private final DoubleHistogram durations;
    private final DoubleHistogram waits;
    private final Contents contents;
    private final KnownTools knownTools = new KnownTools();
    private final SuspendedSpans suspended = new SuspendedSpans();

    Instruments(OpenTelemetry openTelemetry, Contents contents) {
        this.tracer = openTelemetry.getTracer(SCOPE);
        Meter meter = openTelemetry.getMeter(SCOPE);
        this.tokens = meter.histogramBuilder("gen_ai.client.token.usage")
                .ofLongs()
                .setUnit("{token}")
                .setDescription("Number of input and output tokens used.")
                .setExplicitBucketBoundariesAdvice(List.of(
                        1L, 4L, 16L, 64L, 256L, 1024L, 4096L, 16384L, 65536L, 262144L, 1048576L, 4194304L, 16777216L,
                        67108864L))
                .build();
        this.durations = meter.histogramBuilder("gen_ai.client.operation.duration")
                .setUnit("s")
                .setDescription("GenAI operation duration.")
                .setExplicitBucketBoundariesAdvice(
                        List.of(0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92))
                .build();
        this.waits = meter.histogramBuilder("intellibrix.approval.duration")
                .setUnit("s")
                .setDescription("How long calls waited for a decision.")
                .setExplicitBucketBoundariesAdvice(
                        List.of(0.01, 0.1, 1.0, 5.0, 15.0, 60.0, 300.0, 900.0, 3600.0, 14400.0, 86400.0))
                .build();
        this.contents = contents;
    }

    Tracer tracer() {
        return tracer;
    }

    Contents contents() {
        return contents;
    }

    KnownTools knownTools() {
        return knownTools;
    }

    SuspendedSpans suspended() {
        return suspended;
    }

    void count(Usage usage, Attributes of, Context context) {
        tokens.record(
                usage.inputTokens(),
                of.toBuilder().put(Keys.TOKEN_TYPE, "input").build(),
                context);
        tokens.record(
                usage.outputTokens(),
                of.toBuilder().put(Keys.TOKEN_TYPE, "output").build(),
                context);
    }

    void took(Duration duration, Attributes of, Context context) {
        durations.record(seconds(duration), of, context);
    }

    void waited(Duration duration, Attributes of, Context context) {
        waits.record(seconds(duration), of, context);
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / NANOS;
    }
}
