package dev.intellibrix.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpClientsTest {

    @ParameterizedTest
    @ValueSource(strings = {"0", "00", "1", "x"})
    void sendsNothingASecondTimeWhateverTheServerAsksFor(String wait) throws IOException {
        Duration enough = Duration.ofSeconds(60);
        OkHttpClient client = HttpClients.builder(enough, enough, enough).build();
        try (MockWebServer server = new MockWebServer()) {
            server.enqueue(new MockResponse.Builder()
                    .code(503)
                    .addHeader("Retry-After", wait)
                    .build());
            server.enqueue(new MockResponse.Builder().body("again").build());
            server.start();
            Request request = new Request.Builder()
                    .url(server.url("/"))
                    .post(RequestBody.create(new byte[] {1}))
                    .build();
            try (Response response = client.newCall(request).execute()) {
                assertThat(response.code()).isEqualTo(503);
                assertThat(RetryAfter.of(response.headers(), Clock.systemUTC()).isPresent())
                        .isEqualTo(!wait.equals("x"));
            }
            assertThat(server.getRequestCount()).isEqualTo(1);
        }
    }
}
