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
import java.net.SocketException;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The webhook behind a server of the JDK, over real connections on loopback. */
@Timeout(180)
class WebhookServerTest {

    private final Set<String> handled = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool();
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

    /**
     * An answer.
     *
     * @param head the status line and the headers
     */
    private record Reply(int status, String head, String body) {}

    private static String head(String method, String id, byte[] body, String more) {
        return method + " /github HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-GitHub-Delivery: " + id
                + "\r\nX-GitHub-Event: issues\r\nContent-Type: application/json\r\nX-Hub-Signature-256: "
                + signature(SECRET, body) + "\r\n" + more + "Content-Length: " + body.length + "\r\n\r\n";
    }

    private Reply deliver(String id, byte[] body) throws IOException {
        return send(head("POST", id, body, ""), body);
    }

    private Reply send(String head, byte[] body) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(body);
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            int end = all.indexOf("\r\n\r\n");
            return new Reply(Integer.parseInt(all.substring(9, 12)), all.substring(0, end), all.substring(end + 4));
        }
    }

    private Socket connect() throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort());
        socket.setSoTimeout(120_000); // A read that waits for ever could not be interrupted.
        return socket;
    }

    /** The status line of the answer to bytes as they are; empty when the connection is closed without one. */
    private String raw(String request, boolean ends) throws IOException {
        try (Socket socket = connect()) {
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
        } catch (SocketException e) {
            return ""; // Closed while there was something to read.
        }
    }

    @Test
    void takesADeliveryOnce() throws Exception {
        serve(GitHubWebhook.builder(SECRET));
        Reply first = deliver("d-1", issue(5));
        assertThat(first.status()).isEqualTo(202);
        assertThat(first.body()).isEqualTo("taken\n");
        assertThat(deliver("d-1", issue(5)).status()).isEqualTo(200);
        assertThat(webhook.close(Duration.ofSeconds(60))).isEmpty();
        assertThat(handled).containsExactly("d-1");
    }

    @Test
    void aSignatureThatIsSentTwiceIsNone() throws Exception {
        serve(GitHubWebhook.builder(SECRET));
        String again = "X-Hub-Signature-256: " + signature(SECRET, issue(5)) + "\r\n";
        assertThat(send(head("POST", "d-1", issue(5), again), issue(5)).status())
                .isEqualTo(401);
    }

    @Test
    void knowsNothingButPost() throws Exception {
        serve(GitHubWebhook.builder(SECRET));
        for (String method : List.of("GET", "PUT", "DELETE", "HEAD")) {
            Reply answer = send(head(method, "d-1", issue(5), ""), issue(5));
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.head().lines()).contains("Allow: POST");
        }
    }

    @Test
    void receivesNoMoreOfABodyThanItMayHave() throws Exception {
        serve(GitHubWebhook.builder(SECRET).maxBytes(1_000));
        byte[] body = new byte[1_001];
        assertThat(deliver("d-1", body).status()).isEqualTo(413);
        // One that has no end in sight gets no answer.
        String head = "POST /github HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000000\r\n\r\n";
        assertThat(raw(head + "x".repeat(100_000), false)).isEmpty();
    }

    @Test
    void aBodyThatNeverEndsIsCutOff() throws Exception {
        serve(GitHubWebhook.builder(SECRET).bodyTimeout(Duration.ofSeconds(2)));
        assertThat(raw("POST /github HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nonly this", false))
                .isEmpty();
    }

    /** The server of the JDK waits for the rest of a body before it ends an exchange, and for as long as it takes. */
    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "PUT", "HEAD"})
    void aBodyThatDoesNotComeHoldsNoThread(String method) throws Exception {
        serve(GitHubWebhook.builder(SECRET).maxBytes(1_000));
        ExecutorService one = Executors.newSingleThreadExecutor();
        GitHubWebhook impatient = GitHubWebhook.builder(SECRET)
                .maxBytes(1_000)
                .bodyTimeout(Duration.ofSeconds(2))
                .onEvent(event -> {})
                .build();
        try {
            server.stop(0);
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
            server.createContext("/slow", impatient.httpHandler());
            server.createContext("/github", webhook.httpHandler());
            server.setExecutor(one);
            server.start();
            try (Socket silent = connect()) {
                String head =
                        method + " /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n" + "x".repeat(1_500);
                silent.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
                assertThat(deliver("d-1", issue(5)).status()).isEqualTo(202);
            }
        } finally {
            one.shutdownNow();
            impatient.close(Duration.ZERO);
        }
    }

    @Test
    void aBodyThatEndsEarlyIsNotTaken() throws Exception {
        serve(GitHubWebhook.builder(SECRET));
        String request = "POST /github HTTP/1.1\r\nHost: x\r\nX-GitHub-Delivery: d-1\r\nX-GitHub-Event: issues\r\n"
                + "Content-Type: application/json\r\nX-Hub-Signature-256: " + signature(SECRET, issue(5))
                + "\r\nContent-Length: " + issue(5).length + "\r\n\r\n"
                + new String(issue(5), StandardCharsets.UTF_8).substring(1);
        assertThat(raw(request, true)).doesNotContain("202");
        assertThat(deliver("d-1", issue(5)).status()).isEqualTo(202);
    }

    /** Large bodies that never end do not keep those of the usual size out. */
    @Test
    void bodiesThatComeInTogetherAreBoundedTogether() throws Exception {
        serve(GitHubWebhook.builder(SECRET).maxBytes(25_000).bodyTimeout(Duration.ofMinutes(5)));
        List<Socket> slow = new ArrayList<>();
        try {
            String begin = "POST /github HTTP/1.1\r\nHost: x\r\nContent-Length: 25000\r\n\r\n" + "x".repeat(24_999);
            int number = 0;
            int status;
            do { // Until there is no room: a slow body that comes in beside a large one may itself be the one that is
                // refused.
                Socket socket = connect();
                slow.add(socket);
                socket.getOutputStream().write(begin.getBytes(StandardCharsets.ISO_8859_1));
                number++;
                status = deliver("d-" + number, large(number)).status();
                if (status == 202) {
                    waitForHandlingOf("d-" + number); // What waits to be handled is bounded as well, and refused alike.
                }
            } while (status == 202);
            assertThat(status).isEqualTo(503);
            assertThat(deliver("usual", issue(0)).status()).isEqualTo(202);
            for (Socket socket : slow) {
                socket.close();
            }
            do {
                status = deliver("d-" + number, large(number)).status();
            } while (status == 503);
            assertThat(status).isEqualTo(202);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private void waitForHandlingOf(String id) {
        while (!handled.contains(id)) {
            Thread.onSpinWait();
        }
    }

    private static byte[] large(int number) {
        return (new String(issue(number), StandardCharsets.UTF_8) + " ".repeat(20_000))
                .getBytes(StandardCharsets.UTF_8);
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
                    int status = deliver("d-" + i, issue(i)).status();
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
