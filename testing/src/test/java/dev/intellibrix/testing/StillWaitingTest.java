package dev.intellibrix.testing;

import static dev.intellibrix.testing.Suspended.all;
import static dev.intellibrix.testing.Suspended.answer;
import static dev.intellibrix.testing.Suspended.input;
import static dev.intellibrix.testing.Suspended.stateOf;
import static dev.intellibrix.testing.Suspended.writeCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.Intelligence;
import dev.intellibrix.ResumeException;
import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.TrustPolicy;
import dev.intellibrix.message.Origin;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the state of a run says while calls of it go on waiting. */
class StillWaitingTest {

    private static final Instant MONDAY = Instant.parse("2026-01-05T08:00:00Z");

    private final Suspended agent = new Suspended();

    private Intelligence at(Instant now, MockTurn... turns) {
        return new Intelligence(agent.agent(turns)
                .clock(Clock.fixed(now, ZoneOffset.UTC))
                .maxSuspension(Duration.ofDays(7))
                .build());
    }

    @Test
    void theLabelHasWhatWasReadBesideTheWaitingCall() {
        RunResult run = new Intelligence(agent.agent(MockTurn.call("read_file", Map.of("path", "README.md"))
                                .andCall("write_file", input("new")))
                        .build())
                .ask("go");

        assertThat(run.label().isUntrusted()).isTrue();
        assertThat(stateOf(run).label().origins()).containsExactly(Origin.of(Origin.Kind.FILE, "README.md"));
    }

    @Test
    void answersToOtherCallsGiveAWaitingCallNoMoreTime() {
        RunState state = stateOf(
                at(MONDAY, writeCall("one").andCall("write_file", input("two"))).ask("go"));
        RunState still = stateOf(
                at(MONDAY.plus(Duration.ofDays(6))).resume(state, List.of(answer(state, 0, ApprovalDecision.allow()))));
        ResumeException refusal = catchThrowableOfType(
                ResumeException.class,
                () -> at(MONDAY.plus(Duration.ofDays(8))).resume(still, all(still, ApprovalDecision.allow())));

        assertThat(still.suspendedAt()).isEqualTo(MONDAY);
        assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.EXPIRED);
    }

    @Test
    void aCallOfALaterStepHasItsOwnTime() {
        Instant later = MONDAY.plus(Duration.ofDays(6));
        RunState state = stateOf(at(MONDAY, writeCall("one")).ask("go"));
        RunState next = stateOf(at(later, writeCall("two")).resume(state, all(state, ApprovalDecision.allow())));

        assertThat(next.suspendedAt()).isEqualTo(later);
    }

    @Test
    void theRevisionTellsOfAnotherTrustPolicy() {
        RunState none = agent.suspend(writeCall("new"));
        RunState asking = stateOf(new Intelligence(agent.agent(writeCall("new"))
                        .trustPolicy(TrustPolicy.askAfterUntrusted())
                        .build())
                .ask("go"));
        RunState same = stateOf(new Intelligence(agent.agent(writeCall("new"))
                        .trustPolicy(TrustPolicy.askAfterUntrusted())
                        .build())
                .ask("go"));

        assertThat(asking.policyRevision()).isNotEqualTo(none.policyRevision()).isEqualTo(same.policyRevision());
    }
}
