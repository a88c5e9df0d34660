package dev.intellibrix.github;

import static dev.intellibrix.github.Deliveries.SECRET;
import static dev.intellibrix.github.Deliveries.issue;
import static dev.intellibrix.github.Deliveries.signature;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The webhook behind a server of the JDK, over real connections on loopback. */
@Timeout(180)
class WebhookServerTest {

    private final Set<String> handled = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private HttpServer server;
    private GitHubWebhook webhook =
            GitHubWebhook.builder(SECRET).onEvent(event -> {}).build();

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(threads);
        server.start();
    }

    private void serve(GitHubWebhook.Builder builder) {
        webhook = builder.onEvent(event -> handled.add(event.deliveryId())).build();
        server.createContext("/github", webhook.httpHandler());
    }

    @AfterEach
    void close() {
        server.stop(0);
        threads.shutdownNow();
        webhook.close(Duration.ZERO);
    }

    private HttpRequest.Builder delivery(String id, byte[] body) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/github"))
                .header("X-GitHub-Delivery", id)
                .header("X-GitHub-Event", "issues")
                .header("Content-Type", "application/json")
                .header("X-Hub-Signature-256", signature(SECRET, body))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The status line of the answer to bytes as they are; empty when the connection is closed without one. */
    private String raw(String request, boolean ends) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            if (ends) {
                socket.shutdownOutput();
            }
            InputStream in = socket.getInputStream();
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c >= 0 && c != '\r'; c = in.read()) {
                line.append((char) c);
            }
            return line.toString();
        }
    }

    @Test
    void takesADeliveryOnce() throws Exception {
        serve(GitHubWebhook.builder(SECRET));
        HttpResponse<String> first = send(delivery("d-1", issue(5)));
        assertThat(first.statusCode()).isEqualTo(202);
        assertThat(first.body()).isEqualTo("taken\n");
        assertThat(send(delivery("d-1", issue(5))).statusCode()).isEqualTo(200);
        assertThat(webhook.close(Duration.ofSeconds(60))).isEmpty();
        assertThat(handled).containsExactly("d-1");
    }

    @Test
    void aSignatureThatIsSentTwiceIsNone() throws Exception {
        serve(GitHubWebhook.builder(SECRET));
        HttpRequest.Builder twice =
                delivery("d-1", issue(5)).header("X-Hub-Signature-256", signature(SECRET, issue(5)));
        assertThat(send(twice).statusCode()).isEqualTo(401);
    }

    @Test
    void knowsNothingButPost() throws Exception {
        serve(GitHubWebhook.builder(SECRET));
        for (String method : List.of("GET", "PUT", "DELETE", "HEAD")) {
            HttpResponse<String> answer =
                    send(delivery("d-1", issue(5)).method(method, HttpRequest.BodyPublishers.noBody()));
            assertThat(answer.statusCode()).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).hasValue("POST");
        }
    }

    @Test
    void receivesNoMoreOfABodyThanItMayHave() throws Exception {
        serve(GitHubWebhook.builder(SECRET).maxBytes(1_000));
        byte[] body = new byte[1_001];
        assertThat(send(delivery("d-1", body)).statusCode()).isEqualTo(413);
        // A body without end, announced as one of ten gigabytes.
        String head = "POST /github HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000000\r\n\r\n";
        assertThat(raw(head + "x".repeat(2_000), false)).contains("413");
    }

    @Test
    void aBodyThatNeverEndsIsCutOff() throws Exception {
        serve(GitHubWebhook.builder(SECRET).bodyTimeout(Duration.ofSeconds(2)));
        assertThat(raw("POST /github HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nonly this", false))
                .isEmpty();
    }

    @Test
    void aBodyThatEndsEarlyIsNotTaken() throws Exception {
        serve(GitHubWebhook.builder(SECRET));
        String request = "POST /github HTTP/1.1\r\nHost: x\r\nX-GitHub-Delivery: d-1\r\nX-GitHub-Event: issues\r\n"
                + "Content-Type: application/json\r\nX-Hub-Signature-256: " + signature(SECRET, issue(5))
                + "\r\nContent-Length: " + issue(5).length + "\r\n\r\n"
                + new String(issue(5), StandardCharsets.UTF_8).substring(1);
        assertThat(raw(request, true)).doesNotContain("202");
        assertThat(send(delivery("d-1", issue(5))).statusCode()).isEqualTo(202);
    }

    @Test
    void bodiesThatComeInTogetherAreBoundedTogether() throws Exception {
        serve(GitHubWebhook.builder(SECRET).maxBytes(1_000).bodyTimeout(Duration.ofMinutes(5)));
        List<Socket> slow = new ArrayList<>();
        try {
            String begin = "POST /github HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n" + "x".repeat(999);
            for (int i = 0; i < 4; i++) {
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.getAddress().getPort());
                slow.add(socket);
                socket.getOutputStream().write(begin.getBytes(StandardCharsets.ISO_8859_1));
            }
            int status;
            int number = 0;
            do { // Until the server has read what the slow ones sent.
                number++;
                status = send(delivery("d-" + number, issue(number))).statusCode();
            } while (status == 202);
            assertThat(status).isEqualTo(503);
            for (Socket socket : slow) {
                socket.close();
            }
            do {
                status = send(delivery("d-" + number, issue(number))).statusCode();
            } while (status == 503);
            assertThat(status).isEqualTo(202);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    @Tag("thorough")
    void tenThousandInABurstAreEachHandledOrRefused() throws Exception {
        serve(GitHubWebhook.builder(SECRET).maxWaiting(20));
        int senders = 8;
        int each = 1_250;
        Set<String> taken = ConcurrentHashMap.newKeySet();
        AtomicInteger refused = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        for (int s = 0; s < senders; s++) {
            int first = s * each;
            all.add(threads.submit(() -> {
                for (int i = first; i < first + each; i++) {
                    int status = send(delivery("d-" + i, issue(i))).statusCode();
                    if (status == 202) {
                        taken.add("d-" + i);
                    } else {
                        assertThat(status).isEqualTo(503);
                        refused.incrementAndGet();
                    }
                }
                return null;
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        assertThat(webhook.close(Duration.ofSeconds(60))).isEmpty();
        assertThat(taken.size() + refused.get()).isEqualTo(senders * each);
        assertThat(handled).isEqualTo(taken);
    }
}
