package dev.intellibrix.telemetry;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.context.Context;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells OpenTelemetry what runs do: a span for each run, model call and tool call, and metrics of time and tokens, by the <a
 * href="https://opentelemetry.io/docs/specs/semconv/gen-ai/">conventions for generative AI</a>. What those do not know, such as
 * the trust of a call and what came of its approval, is in attributes that begin with {@code intellibrix.}.
 *
 * <pre>{@code
 * IntelligenceOptions.builder()
 *         .onRunEvent(Telemetry.of(openTelemetry))
 * }</pre>
 *
 * <p>A run's span is a child of the span that is current where the run is started; the span of a tool call is current on the
 * thread of the tool, and that of a model call on the thread of the provider. So the run of a sub-agent stands below the call
 * that started it. Nothing that was said is told: no text, no arguments, no results and no messages of errors, unless {@link
 * Builder#contents} is on.
 *
 * <p>Thread-safe; one object serves all agents of a program, and an agent and its sub-agents should share it, since two objects
 * tell the same thing twice. It keeps nothing of a run that has ended. What OpenTelemetry throws is logged and changes nothing.
 */
public final class Telemetry implements RunListener {

    private final Instruments instruments;
    private final @Nullable String agentName;

    private Telemetry(Builder builder) {
        this.instruments = new Instruments(builder.openTelemetry, Contents.of(builder.contents));
        this.agentName = builder.agentName;
    }

    /** Tells this OpenTelemetry, without contents. */
    public static Telemetry of(OpenTelemetry openTelemetry) {
        return builder(openTelemetry).build();
    }

    /** Starts with the defaults: no name of the agent, and no contents. */
    public static Builder builder(OpenTelemetry openTelemetry) {
        return new Builder(openTelemetry);
    }

    /** Does nothing, since the events of a run belong to the object that {@link #forRun} has made for it. */
    @Override
    public void on(RunEvent event) {}

    @Override
    public RunListener forRun(String runId) {
        return new RunTrace(instruments, agentName, runId, null, Context.current());
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {

        private final OpenTelemetry openTelemetry;
        private boolean contents;
        private @Nullable String agentName;

        private Builder(OpenTelemetry openTelemetry) {
            this.openTelemetry = Objects.requireNonNull(openTelemetry, "openTelemetry");
        }

        /**
         * What the outermost agent is called in names of spans and in metrics: a name of your own, and one of few. Sub-agents
         * have the names that they are handed tasks by.
         *
         * @throws IllegalArgumentException when it is blank
         */
        public Builder agentName(String name) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("name is blank");
            }
            this.agentName = name;
            return this;
        }

        /**
         * Whether the arguments and results of calls, answers, origins, reasons of denials and messages of errors are told as
         * well, each up to 8,000 characters; off unless set. They hold what users wrote and what tools
         * read, secrets included: whoever reads the traces reads all of it.
         */
        public Builder contents(boolean told) {
            this.contents = told;
            return this;
        }

        /** The listener. */
        public Telemetry build() {
            return new Telemetry(this);
        }
    }
}
