package dev.intellibrix.workspace.search;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.tool.CancellationSource;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class GrepPatternTest {

    @Test
    @Timeout(30)
    void cancellationEndsAMatchOverALongText() {
        CancellationSource source = new CancellationSource();
        source.cancel();
        String text = "x".repeat(5_000_000);
        GrepPattern pattern = GrepPattern.of("(x.*){50}y", false, false);
        assertThatThrownBy(() -> pattern.in(text, source).find(0)).isInstanceOf(CancellationException.class);
    }
}
