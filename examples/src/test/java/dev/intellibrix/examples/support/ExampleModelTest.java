package dev.intellibrix.examples.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.testing.MockProvider;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExampleModelTest {

    private static final Map<String, String> KEYS = Map.of("GEMINI_API_KEY", "key-0123456789");

    private final MockProvider recording = MockProvider.of();

    private ExampleModel model(Map<String, String> environment, String... arguments) {
        return ExampleModel.of(arguments, environment, () -> recording);
    }

    @Test
    void aKeyAloneAsksNobody() {
        assertThat(model(KEYS).provider()).isSameAs(recording);
        assertThat(model(KEYS).name()).isEqualTo(ExampleModel.RECORDED);
    }

    @Test
    void liveAsksWhoeverTheKeyIsFor() {
        assertThat(model(KEYS, "--live").provider().id()).isEqualTo("gemini");
        assertThat(model(KEYS, "--live", "--model", "m").name()).isEqualTo("m");
        assertThatThrownBy(() -> model(Map.of("GEMINI_API_KEY", " "), "--live"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs a key");
    }

    @Test
    void anAddressNeedsNoKey() {
        assertThat(model(Map.of(), "--base-url", "http://127.0.0.1:1/v1")
                        .provider()
                        .id())
                .isEqualTo("openai:127.0.0.1:1");
    }

    @Test
    void whatIsNoOptionIsRefused() {
        assertThatThrownBy(() -> model(KEYS, "--lvie")).hasMessageContaining("--lvie");
        assertThatThrownBy(() -> model(KEYS, "--model")).hasMessageContaining("--model needs a value");
    }
}
