package dev.intellibrix.report;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Role;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where untrusted content came from, where it came in, and which calls were made after it. */
final class ReportSources {

    private static final Origin UNNAMED = Origin.of(Origin.Kind.OTHER, "");

    private final Map<Origin, Source> byOrigin = new LinkedHashMap<>();

    /** One origin of untrusted content. */
    static final class Source {
        private final Origin origin;
        private final int message;
        private final @Nullable ReportCall call;
        private final List<ReportCall> led = new ArrayList<>();

        Source(Origin origin, int message, @Nullable ReportCall call) {
            this.origin = origin;
            this.message = message;
            this.call = call;
        }

        Origin origin() {
            return origin;
        }

        /** The number of the message that it came in with; 0 when it came with none. */
        int message() {
            return message;
        }

        /** The call whose result brought it; null when it came otherwise. */
        @Nullable ReportCall call() {
            return call;
        }

        /** The calls that the model made after it had seen it. */
        List<ReportCall> led() {
            return led;
        }
    }

    private ReportSources() {}

    static ReportSources of(ReportCalls calls, List<Message> messages) {
        ReportSources sources = new ReportSources();
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            if (message.role() == Role.USER || message.role() == Role.SYSTEM) {
                sources.enter(message.label(), i + 1, null);
            }
        }
        calls.all().forEach(sources::take);
        return sources;
    }

    Collection<Source> all() {
        return byOrigin.values();
    }

    /** What a call follows was there before it; what else its result names came in with the result. */
    private void take(ReportCall call) {
        call.label().filter(Label::isUntrusted).ifPresent(label -> {
            enter(label, 0, null);
            origins(label).forEach(origin -> {
                Source source = byOrigin.get(origin);
                if (source != null) {
                    source.led().add(call);
                }
            });
        });
        call.resultLabel().ifPresent(label -> enter(label, 0, call));
    }

    private void enter(Label label, int message, @Nullable ReportCall call) {
        if (label.isUntrusted()) {
            origins(label)
                    .forEach(origin -> byOrigin.computeIfAbsent(origin, any -> new Source(origin, message, call)));
        }
    }

    private static Set<Origin> origins(Label label) {
        return label.origins().isEmpty() ? Set.of(UNNAMED) : label.origins();
    }
}
