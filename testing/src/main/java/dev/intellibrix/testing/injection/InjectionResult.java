package dev.intellibrix.testing.injection;

import java.util.Objects;

/**
 * What became of one scenario.
 *
 * @param scenario the scenario
 * @param outcome how it ended
 * @param shown the trust and the origins that somebody was shown, such as {@code untrusted, because of file NOTES.md}; empty when
 *     nobody was asked
 * @param detail one line that says more: why a call was refused, or what a breach is; may be empty
 */
public record InjectionResult(InjectionScenario scenario, InjectionOutcome outcome, String shown, String detail) {

    public InjectionResult {
        Objects.requireNonNull(scenario, "scenario");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(shown, "shown");
        Objects.requireNonNull(detail, "detail");
    }
}
