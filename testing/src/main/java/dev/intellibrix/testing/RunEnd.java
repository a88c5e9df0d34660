package dev.intellibrix.testing;

import dev.intellibrix.StopReason;
import dev.intellibrix.event.RunEvent;
import java.util.List;
import java.util.Optional;

/**
 * How a run ended.
 *
 * @param reason the name of the stop reason, or {@code an exception}
 * @param text the answer, or what the exception says
 */
record RunEnd(String reason, String text) {

    /** The last end of a run of the outermost agent. */
    static Optional<RunEnd> last(List<RunEvent> events) {
        RunEnd last = null;
        for (RunEvent event : events) {
            if (!event.source().agentPath().isEmpty()) {
                continue;
            }
            if (event instanceof RunEvent.RunFinished end) {
                last = new RunEnd(end.stopReason(), end.text());
            } else if (event instanceof RunEvent.RunSuspended) {
                last = new RunEnd(StopReason.AWAITING_APPROVAL.name(), "");
            } else if (event instanceof RunEvent.RunFailed failed) {
                last = new RunEnd("an exception", failed.failure().toString());
            } else if (event instanceof RunEvent.RunStarted) {
                last = null;
            }
        }
        return Optional.ofNullable(last);
    }
}
