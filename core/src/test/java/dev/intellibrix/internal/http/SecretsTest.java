package dev.intellibrix.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SecretsTest {

    @Test
    void takesEveryValueOutEveryTime() {
        Secrets secrets = Secrets.of(List.of("secret-one", "secret-two"));

        assertThat(secrets.redact("secret-one, secret-two and secret-one")).isEqualTo("***, *** and ***");
    }

    @Test
    void leavesNoRestOfAValueThatContainsAnother() {
        Secrets secrets = Secrets.of(List.of("secret-one", "secret-one-and-more"));

        assertThat(secrets.redact("secret-one-and-more")).isEqualTo("***");
    }

    @Test
    void leavesPlaceholdersInTheText() {
        assertThat(Secrets.of(List.of("none", "")).redact("there is none")).isEqualTo("there is none");
    }

    @Test
    void doesNotShowThem() {
        assertThat(Secrets.of(List.of("secret-one")).toString()).isEqualTo("Secrets[1]");
    }
}
