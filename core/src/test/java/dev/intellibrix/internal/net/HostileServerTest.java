package dev.intellibrix.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.tool.Cancellation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that mean no good: what comes of them is bounded and has a clear error. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HostileServerTest {

    private static final int MAX = 100_000;
    private static final Duration ENOUGH = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofSeconds(3);

    private RawServer server = new RawServer((path, out) -> {});

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private NetAnswer answer(RawServer.Handler handler, Duration time) throws IOException {
        server.close();
        server = new RawServer(handler);
        Inside inside = new Inside().name("a.example", "93.184.216.34").server("93.184.216.34", server.port());
        NetRequest request = NetRequest.of(WebUrl.parse("http://a.example/"))
                .maxBytes(MAX)
                .deadline(Deadline.in(time))
                .build();
        return inside.client().send(request, Cancellation.none());
    }

    private NetAnswer answer(RawServer.Handler handler) throws IOException {
        return answer(handler, ENOUGH);
    }

    private NetException failure(RawServer.Handler handler, Duration time) {
        NetException failure = catchThrowableOfType(NetException.class, () -> answer(handler, time));
        assertThat(failure).isNotNull();
        assertThat(failure.getMessage())
                .doesNotContain("java.", "okhttp", "Exception")
                .contains("a.example");
        return failure;
    }

    private NetException failure(RawServer.Handler handler) {
        return failure(handler, ENOUGH);
    }

    private static byte[] gzip(byte[] chunk, int times) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            for (int i = 0; i < times; i++) {
                out.write(chunk);
            }
        }
        return packed.toByteArray();
    }

    @Test
    void cutsALargePage() throws IOException {
        NetAnswer answer = answer((path, out) -> {
            out.write(RawServer.ascii("HTTP/1.1 200 OK\r\nContent-Length: 20000000\r\n\r\n"));
            for (int i = 0; i < 20_000; i++) {
                out.write(new byte[1_000]);
            }
        });
        assertThat(answer.body()).hasSize(MAX);
        assertThat(answer.isCut()).isTrue();
    }

    @Test
    void readsAPageOfExactlyTheBound() throws IOException {
        NetAnswer answer = answer((path, out) -> out.write(RawServer.answer("200 OK", "", new byte[MAX])));
        assertThat(answer.body()).hasSize(MAX);
        assertThat(answer.isCut()).isFalse();
    }

    @Test
    void cutsAPageWithoutAnEnd() throws IOException {
        NetAnswer answer = answer((path, out) -> {
            out.write(RawServer.ascii("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
            while (true) {
                out.write(RawServer.ascii("3e8\r\n" + "x".repeat(1_000) + "\r\n"));
            }
        });
        assertThat(answer.body()).hasSize(MAX);
        assertThat(answer.isCut()).isTrue();
    }

    /** The client keeps both in memory and bounds neither. */
    @ParameterizedTest
    @ValueSource(strings = {"1;x", "0"})
    void endsAChunkWhoseSizeHasNoEnd(String size) {
        NetException failure = failure((path, out) -> forever(
                out,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + size,
                size.substring(size.length() - 1).repeat(1_000)));
        assertThat(failure.kind()).isEqualTo(NetException.Kind.TOO_LARGE);
    }

    /** However large the page may be: what stands beside it may not. */
    @ParameterizedTest
    @ValueSource(strings = {"1;x", "0"})
    void takesInLittleOfWhatIsNoContent(String size) throws IOException {
        AtomicLong written = new AtomicLong();
        server.close();
        server = new RawServer((path, out) -> {
            out.write(RawServer.ascii("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + size));
            byte[] more = RawServer.ascii(size.substring(size.length() - 1).repeat(10_000));
            while (true) {
                out.write(more);
                written.addAndGet(more.length);
            }
        });
        Inside inside = new Inside().name("a.example", "93.184.216.34").server("93.184.216.34", server.port());
        NetRequest request = NetRequest.of(WebUrl.parse("http://a.example/"))
                .maxBytes(50_000_000)
                .deadline(Deadline.in(ENOUGH))
                .build();
        NetException failure =
                catchThrowableOfType(NetException.class, () -> inside.client().send(request, Cancellation.none()));
        assertThat(failure.kind()).isEqualTo(NetException.Kind.TOO_LARGE);
        // What the system keeps between the two ends comes on top.
        assertThat(written.get()).isLessThan(20_000_000);
    }

    @Test
    void refusesABombOfGzip() throws IOException {
        byte[] bomb = gzip(new byte[1_000_000], 50);
        NetException refused =
                failure((path, out) -> out.write(RawServer.answer("200 OK", "Content-Encoding: gzip\r\n", bomb)));
        assertThat(refused.kind()).isEqualTo(NetException.Kind.TOO_LARGE);
    }

    @Test
    void refusesCompressedEmptinessWithoutAnEnd() {
        NetException refused = failure((path, out) -> {
            out.write(RawServer.ascii("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"));
            out.write(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0});
            byte[] emptyBlocks = new byte[5_000];
            for (int i = 0; i < emptyBlocks.length; i += 5) {
                emptyBlocks[i + 3] = (byte) 0xff;
                emptyBlocks[i + 4] = (byte) 0xff;
            }
            while (true) {
                out.write(emptyBlocks);
            }
        });
        assertThat(refused.kind()).isEqualTo(NetException.Kind.TOO_LARGE);
    }

    @Test
    void unpacksGzipThatWasNotAskedFor() throws IOException {
        byte[] packed = gzip("hello".getBytes(StandardCharsets.UTF_8), 3);
        NetAnswer answer =
                answer((path, out) -> out.write(RawServer.answer("200 OK", "Content-Encoding: x-GZIP\r\n", packed)));
        assertThat(answer.body()).asString(StandardCharsets.UTF_8).isEqualTo("hellohellohello");
    }

    @Test
    void refusesDamagedGzipAndOtherEncodings() throws IOException {
        byte[] packed = gzip("hello".getBytes(StandardCharsets.UTF_8), 1_000);
        packed[packed.length / 2] ^= 0x55;
        assertThat(failure((path, out) -> out.write(RawServer.answer("200 OK", "Content-Encoding: gzip\r\n", packed)))
                        .kind())
                .isEqualTo(NetException.Kind.BAD_ANSWER);
        assertThat(failure((path, out) -> out.write(RawServer.answer("200 OK", "Content-Encoding: gzip\r\n", "plain")))
                        .kind())
                .isEqualTo(NetException.Kind.BAD_ANSWER);
        for (String encoding : new String[] {"br", "deflate", "zstd", "gzip, gzip", "identity, gzip", "?"}) {
            assertThat(failure((path, out) -> out.write(
                                    RawServer.answer("200 OK", "Content-Encoding: " + encoding + "\r\n", "x")))
                            .kind())
                    .as(encoding)
                    .isEqualTo(NetException.Kind.BAD_ANSWER);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"9999999999", "9223372036854775807"})
    void trustsNoLengthThatIsTooLong(String length) {
        NetException failure = failure((path, out) ->
                out.write(RawServer.ascii("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\nshort")));
        assertThat(failure.kind()).isEqualTo(NetException.Kind.BAD_ANSWER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "99999999999999999999", "abc", "0x5"})
    void readsToTheEndWhereTheLengthIsNone(String length) throws IOException {
        NetAnswer answer = answer((path, out) ->
                out.write(RawServer.ascii("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\nshort")));
        assertThat(answer.body()).asString(StandardCharsets.UTF_8).isEqualTo("short");
    }

    @Test
    void readsNoMoreThanTheLengthSays() throws IOException {
        NetAnswer answer =
                answer((path, out) -> out.write(RawServer.ascii("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nshort")));
        assertThat(answer.body()).asString(StandardCharsets.UTF_8).isEqualTo("sh");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffffffffffffffff\r\n", "-1\r\n", "zz\r\n", "5\r\nab", "\r\n", "7fffffffffffffff\r\nab"})
    void refusesDamagedChunks(String chunks) {
        assertThat(failure((path, out) -> out.write(
                                RawServer.ascii("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)))
                        .kind())
                .isEqualTo(NetException.Kind.BAD_ANSWER);
    }

    private static void forever(OutputStream out, String start, String more) throws IOException {
        out.write(RawServer.ascii(start));
        byte[] bytes = RawServer.ascii(more.repeat(1_000));
        while (true) {
            out.write(bytes);
        }
    }

    @Test
    void endsHeadersWithoutAnEnd() {
        assertThat(failure((path, out) -> forever(out, "HTTP/1.1 200 OK\r\n", "X-A: b\r\n"))
                        .kind())
                .isEqualTo(NetException.Kind.BAD_ANSWER);
        assertThat(failure((path, out) -> forever(out, "HTTP/1.1 200 OK\r\nX-A: ", "b"))
                        .kind())
                .isEqualTo(NetException.Kind.BAD_ANSWER);
        assertThat(failure((path, out) -> forever(out, "HTTP/1.1 200 ", "OK")).kind())
                .isEqualTo(NetException.Kind.BAD_ANSWER);
        assertThat(failure((path, out) -> forever(
                                out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X-A: b\r\n"))
                        .kind())
                .isEqualTo(NetException.Kind.BAD_ANSWER);
    }

    @Test
    void endsAnAnswerThatIsNeverTheLastOne() {
        NetException failure = failure((path, out) -> forever(out, "", "HTTP/1.1 103 Early Hints\r\n\r\n"), SHORT);
        assertThat(failure.kind()).isIn(NetException.Kind.TIMEOUT, NetException.Kind.BAD_ANSWER);
    }

    @Test
    void endsAPageThatComesByteByByte() {
        NetException failure = failure(
                (path, out) -> {
                    out.write(RawServer.ascii("HTTP/1.1 200 OK\r\n\r\n"));
                    while (true) {
                        out.write('x');
                        out.flush();
                        Thread.sleep(100);
                    }
                },
                SHORT);
        assertThat(failure.kind()).isEqualTo(NetException.Kind.TIMEOUT);
    }

    @Test
    void endsAServerThatSaysNothing() {
        NetException failure = failure((path, out) -> Thread.sleep(100_000), SHORT);
        assertThat(failure.kind()).isEqualTo(NetException.Kind.TIMEOUT);
        assertThat(failure).hasMessageContaining("did not answer in the time that there was, 3.0 s at most");
    }

    @Test
    void countsAllRedirectsAgainstOneTime() {
        NetException failure = failure(
                (path, out) -> {
                    Thread.sleep(1_000);
                    out.write(RawServer.answer("302 Found", "Location: " + path + "x\r\n", ""));
                },
                SHORT);
        assertThat(failure.kind()).isEqualTo(NetException.Kind.TIMEOUT);
    }

    @Test
    void hasAnAnswerOrAReasonWhateverBytesCome() throws IOException {
        long seed = 13;
        SplittableRandom random = new SplittableRandom(seed);
        String[] pieces = {
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.0 302 Found\r\n",
            "HTTP/1.1 ",
            "HTTP/2 200\r\n",
            "999 ",
            "-1 ",
            "\r\n",
            "\r\n\r\n",
            "Content-Length: 5\r\n",
            "Content-Length: 7\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Content-Encoding: gzip\r\n",
            "Content-Type: text/html; charset=\u00ff\r\n",
            "Location: /x\r\n",
            "Location: http://127.0.0.1/\r\n",
            ": x\r\n",
            "A\r\n",
            "\u0000",
            "\n",
            "5\r\nhello\r\n0\r\n\r\n",
            "hello",
            "Connection: keep-alive\r\n",
            "Trailer: x\r\n",
            "HTTP/1.1 101 Switching Protocols\r\n",
            "HTTP/1.1 204 No\r\n",
            "HTTP/1.1 407 Proxy\r\n",
            "HTTP/1.1 503 \r\n",
            "Retry-After: 0\r\n",
            "HTTP/1.1 408 \r\n",
            "HTTP/1.1 421 \r\n",
            "Upgrade: h2c\r\n"
        };
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "" : "HTTP/1.1 200 OK\r\n");
            for (int n = random.nextInt(10); n > 0; n--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            byte[] bytes = RawServer.ascii(text.toString());
            try {
                assertThat(answer((path, out) -> out.write(bytes)).status()).isBetween(100, 599);
            } catch (NetException e) {
                assertThat(e.getMessage())
                        .as("seed %d: %s", seed, text)
                        .isNotBlank()
                        .doesNotContain("java.");
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-12", "000", "012", "600", "999"})
    void refusesAStatusThatIsNone(String status) {
        NetException failure = failure(
                (path, out) -> out.write(RawServer.ascii("HTTP/1.1 " + status + " X\r\nContent-Length: 1\r\n\r\nx")));
        assertThat(failure.kind()).isEqualTo(NetException.Kind.BAD_ANSWER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: gzip",
                "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked, chunked",
                "Content-Encoding: gzip\r\nContent-Encoding: identity",
                "Content-Encoding: br\r\nContent-Encoding: gzip"
            })
    void refusesCodingsThatItCanNotTakeOff(String headers) {
        NetException failure = failure((path, out) ->
                out.write(RawServer.ascii("HTTP/1.1 200 OK\r\n" + headers + "\r\n\r\n1\r\nx\r\n0\r\n\r\n")));
        assertThat(failure.kind()).isEqualTo(NetException.Kind.BAD_ANSWER);
    }
}
