package dev.intellibrix.telemetry;

import io.opentelemetry.api.trace.SpanContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The spans of the last runs that were suspended in this process, so that their next spans can refer to them. Thread-safe. */
final class SuspendedSpans {

    private static final int MAX = 1_000;

    private final Map<String, SpanContext> spans = new LinkedHashMap<>(); // Guarded by this.

    synchronized void keep(String runId, SpanContext span) {
        spans.put(runId, span);
        if (spans.size() > MAX) {
            spans.remove(spans.keySet().iterator().next());
        }
    }

    synchronized @Nullable SpanContext take(String runId) {
        return spans.remove(runId);
    }
}
