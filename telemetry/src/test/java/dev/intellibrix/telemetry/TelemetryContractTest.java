package dev.intellibrix.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.event.RunListener;
import dev.intellibrix.testing.RunListenerContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** What all listeners have to do, of this one; and each span that has begun has an end whatever happened. */
class TelemetryContractTest {

    abstract static class Told extends RunListenerContract {
        final Recording recording = new Recording();

        @AfterEach
        void everySpanHasEnded() {
            assertThat(recording.spans()).isNotEmpty();
        }
    }

    @Nested
    class WithoutContents extends Told {
        @Override
        protected RunListener listener() {
            return Telemetry.of(recording.openTelemetry());
        }
    }

    @Nested
    class WithContents extends Told {
        @Override
        protected RunListener listener() {
            return Telemetry.builder(recording.openTelemetry()).contents(true).build();
        }
    }
}
