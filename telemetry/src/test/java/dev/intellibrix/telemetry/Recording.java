package dev.intellibrix.telemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An OpenTelemetry that keeps in memory what it is told. */
final class Recording {

    final List<ReadWriteSpan> started = new CopyOnWriteArrayList<>();
    private final List<SpanData> ended = new CopyOnWriteArrayList<>();
    private final Reader reader = new Reader();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(
                    SdkTracerProvider.builder().addSpanProcessor(new Keeper()).build())
            .setMeterProvider(
                    SdkMeterProvider.builder().registerMetricReader(reader).build())
            .build();

    OpenTelemetry openTelemetry() {
        return sdk;
    }

    /** The ended spans, in the order in which they began; each of those that began has ended once. */
    List<SpanData> spans() {
        List<String> began = started.stream()
                .map(span -> span.getSpanContext().getSpanId())
                .sorted()
                .toList();
        List<String> over = ended.stream().map(SpanData::getSpanId).sorted().toList();
        if (!began.equals(over)) {
            throw new AssertionError("began: " + started + ", ended: " + ended);
        }
        List<String> order =
                started.stream().map(span -> span.getSpanContext().getSpanId()).toList();
        return ended.stream()
                .sorted(Comparator.comparingInt(span -> order.indexOf(span.getSpanId())))
                .toList();
    }

    /** The spans of this name. */
    List<SpanData> named(String name) {
        return spans().stream().filter(span -> span.getName().equals(name)).toList();
    }

    SpanData only(String name) {
        List<SpanData> found = named(name);
        if (found.size() != 1) {
            throw new AssertionError("expected one " + name + " in\n" + tree());
        }
        return found.get(0);
    }

    /** The names of the spans, each below and right of its parent. */
    String tree() {
        StringBuilder text = new StringBuilder();
        List<SpanData> all = spans();
        all.stream()
                .filter(span ->
                        all.stream().noneMatch(other -> other.getSpanId().equals(span.getParentSpanId())))
                .forEach(root -> write(root, all, 0, text));
        return text.toString();
    }

    private static void write(SpanData span, List<SpanData> all, int depth, StringBuilder to) {
        to.append("  ".repeat(depth)).append(span.getName()).append('\n');
        all.stream()
                .filter(child -> child.getParentSpanId().equals(span.getSpanId()))
                .forEach(child -> write(child, all, depth + 1, to));
    }

    Collection<MetricData> metrics() {
        return reader.registration.collectAllMetrics();
    }

    /** The points of a histogram whose attribute has this value. */
    List<HistogramPointData> points(String metric, AttributeKey<String> key, String value) {
        return metrics().stream()
                .filter(each -> each.getName().equals(metric))
                .flatMap(each -> each.getHistogramData().getPoints().stream())
                .map(HistogramPointData.class::cast)
                .filter(point -> value.equals(point.getAttributes().get(key)))
                .toList();
    }

    private final class Keeper implements SpanProcessor {
        @Override
        public void onStart(Context parent, ReadWriteSpan span) {
            started.add(span);
        }

        @Override
        public boolean isStartRequired() {
            return true;
        }

        @Override
        public void onEnd(ReadableSpan span) {
            ended.add(span.toSpanData());
        }

        @Override
        public boolean isEndRequired() {
            return true;
        }
    }

    private static final class Reader implements MetricReader {

        private volatile CollectionRegistration registration = CollectionRegistration.noop();

        @Override
        public void register(CollectionRegistration with) {
            registration = with;
        }

        @Override
        public CompletableResultCode forceFlush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public AggregationTemporality getAggregationTemporality(InstrumentType type) {
            return AggregationTemporality.CUMULATIVE;
        }
    }
}
