package app.test;

import static org.assertj.core.api.Assertions.assertThat;

import app.Letters;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.testing.*;
import org.junit.jupiter.api.Test;

class CassetteTest {
    @Test
    @UseCassette("letter")
    void sendsTheLetterThatTheUserAskedFor(Provider model) {
        Letters letters = new Letters();
        RunLog.ofAsking(letters.agent().provider(model).build(), "Tell Ada that I am late");
        assertThat(letters.sent()).containsExactly("Ada");
    }
}
