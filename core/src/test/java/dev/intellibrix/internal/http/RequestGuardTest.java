package dev.intellibrix.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestGuardTest {

    private static final RequestGuard OPEN = new RequestGuard(null, Set.of("localhost", "[::1]"));
    private static final RequestGuard LOCKED = new RequestGuard("the secret", Set.of("localhost"));

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:8080", "LocalHost:80", "[::1]", "[::1]:8080", " localhost "})
    void letsThroughWhatGoesToItsHost(String host) {
        assertThat(status(OPEN, Map.of("host", List.of(host)))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "evil.example", "localhost.evil.example", "evil.example:localhost", "[::2]:80", "[localhost"
            })
    void refusesWhatGoesToAnotherHost(String host) {
        assertThat(status(OPEN, Map.of("host", List.of(host)))).isEqualTo(403);
    }

    @Test
    void refusesARequestToNoHostOrToTwo() {
        assertThat(status(OPEN, Map.of())).isEqualTo(403);
        assertThat(status(OPEN, Map.of("host", List.of("localhost", "localhost"))))
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "http://evil.example", "http://localhost:81", "ftp://localhost:80", "http://a b"})
    void refusesAPageOfAnotherSite(String origin) {
        assertThat(status(OPEN, Map.of("host", List.of("localhost:80"), "origin", List.of(origin))))
                .isEqualTo(403);
    }

    @Test
    void believesTheBrowserThatAPageIsOfAnotherSite() {
        assertThat(status(OPEN, Map.of("host", List.of("localhost"), "sec-fetch-site", List.of("cross-site"))))
                .isEqualTo(403);
        assertThat(status(OPEN, Map.of("host", List.of("localhost"), "sec-fetch-site", List.of("same-origin"))))
                .isNull();
    }

    @Test
    void aPageOfItsOwnMayUseAnotherScheme() {
        assertThat(status(OPEN, Map.of("host", List.of("localhost:80"), "origin", List.of("https://LOCALHOST:80"))))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer the secret", "bearer the secret", "BEARER  the secret "})
    void takesTheToken(String value) {
        assertThat(status(LOCKED, Map.of("host", List.of("localhost"), "authorization", List.of(value))))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "the secret",
                "Bearer",
                "Bearer ",
                "Bearer the secre",
                "Bearer the secrets",
                "Basic the secret"
            })
    void refusesWhatIsNotTheToken(String value) {
        assertThat(status(LOCKED, Map.of("host", List.of("localhost"), "authorization", List.of(value))))
                .isEqualTo(401);
    }

    @Test
    void refusesNoTokenAndTwo() {
        List<String> twice = List.of("Bearer the secret", "Bearer the secret");

        assertThat(status(LOCKED, Map.of("host", List.of("localhost")))).isEqualTo(401);
        assertThat(status(LOCKED, Map.of("host", List.of("localhost"), "authorization", twice)))
                .isEqualTo(401);
    }

    @Test
    void moreHostsTakeNothingFromTheTokenAndTheOtherHosts() {
        RequestGuard more = LOCKED.withHosts("Front.Example");

        assertThat(status(more, Map.of("host", List.of("front.example")))).isEqualTo(401);
        assertThat(status(more, Map.of("host", List.of("localhost")))).isEqualTo(401);
        assertThat(status(LOCKED, Map.of("host", List.of("front.example")))).isEqualTo(403);
    }

    private static @Nullable Integer status(RequestGuard guard, Map<String, List<String>> headers) {
        RequestGuard.Refusal refusal = guard.refusal(name -> headers.getOrDefault(name, List.of()));
        return refusal == null ? null : refusal.status();
    }
}
