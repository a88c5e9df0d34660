package dev.intellibrix.testing;

import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.ProviderException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MockProviderContractTest extends ProviderContract {

    private static final int REQUESTS = 16;

    @Override
    protected Provider answering(String text) {
        return always(MockTurn.text(text));
    }

    @Override
    protected Provider calling(List<Call> calls) {
        MockTurn turn = MockTurn.ofParts(List.of());
        for (Call call : calls) {
            turn = turn.andCall(call.toolName(), call.input());
        }
        return always(turn);
    }

    @Override
    protected Provider refusing(int status) {
        return always(MockTurn.failure(ProviderException.builder("no")
                .status(status)
                .retryable(status == 429 || status >= 500)
                .build()));
    }

    @Override
    protected Provider silent() {
        return always(MockTurn.text("late").after(Duration.ofDays(1)));
    }

    @Override
    protected Provider breakingOffAfter(String text) {
        return always(MockTurn.failure(
                ProviderException.builder("cut off").partialText(text).build()));
    }

    /** It is a script and has no clock: whoever asks it cancels it when the time is up, as the loop does. */
    @Test
    @Override
    void aCallEndsWhenItsTimeIsUp() throws Exception {
        aCallThatIsCancelledEndsSoon();
    }

    private static Provider always(MockTurn turn) {
        MockProvider provider = MockProvider.of();
        for (int i = 0; i < REQUESTS; i++) {
            provider.then(turn);
        }
        return provider;
    }
}
