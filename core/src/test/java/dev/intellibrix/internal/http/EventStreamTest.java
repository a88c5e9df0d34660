package dev.intellibrix.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.internal.http.EventStream.Event;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import okio.Buffer;
import okio.BufferedSource;
import okio.Okio;
import okio.Source;
import okio.Timeout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventStreamTest {

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void readsEventsWithAnyLineEnd(String end) throws IOException {
        String stream = "event: a" + end + "data: 1" + end + end + "data: 2" + end + "data: 3" + end + end;

        assertThat(events(stream)).containsExactly(new Event("a", "1"), new Event("message", "2\n3"));
    }

    @Test
    void tellsWhereAndWhenToGoOn() throws IOException {
        EventStream stream = new EventStream(
                new Buffer().writeUtf8("id: a\nretry: 500\ndata: 1\n\nid: b\nretry: soon\ndata: 2\n\ndata: 3\n\n"),
                1_000,
                10_000);
        assertThat(stream.lastId()).isEmpty();
        assertThat(stream.retry()).isEmpty();

        stream.next();
        assertThat(stream.lastId()).isEqualTo("a");
        assertThat(stream.retry()).contains(Duration.ofMillis(500));

        stream.next();
        stream.next();
        assertThat(stream.lastId()).isEqualTo("b");
        assertThat(stream.retry()).contains(Duration.ofMillis(500));
    }

    @Test
    void dropsCommentsIdsRetryTimesAndUnknownFields() throws IOException {
        assertThat(events(": hello\nid: 1\nretry: 5\nnews: x\ndatabase: y\ndata: 1\n\n"))
                .containsExactly(new Event("message", "1"));
    }

    @Test
    void takesOneSpaceAwayAndNoMore() throws IOException {
        assertThat(events("data:1\n\ndata:  2\n\n"))
                .containsExactly(new Event("message", "1"), new Event("message", " 2"));
    }

    @Test
    void aFieldWithoutAColonIsEmpty() throws IOException {
        assertThat(events("data\n\n")).containsExactly(new Event("message", ""));
    }

    @Test
    void anEventWithoutDataIsNone() throws IOException {
        assertThat(events("event: a\n\ndata: 1\n\n")).containsExactly(new Event("message", "1"));
    }

    @Test
    void anEventThatTheEndCutsOffIsGivenOut() throws IOException {
        assertThat(events("data: 1\n")).containsExactly(new Event("message", "1"));
        assertThat(events("data: 1")).containsExactly(new Event("message", "1"));
        assertThat(events("data: 1\r")).containsExactly(new Event("message", "1"));
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstLine() throws IOException {
        assertThat(events("\ufeffdata: 1\n\n")).containsExactly(new Event("message", "1"));
    }

    @Test
    void nothingIsNoEvent() throws IOException {
        assertThat(events("")).isEmpty();
        assertThat(events("\n\n\n")).isEmpty();
    }

    @Test
    void anEventIsGivenOutBeforeTheNextBytesCome() throws IOException {
        Buffer arrived = new Buffer().writeUtf8("data: 1\r\n\r");
        BufferedSource source = Okio.buffer((Source) new FailingAfter(arrived));

        assertThat(new EventStream(source, 100, 100).next()).isEqualTo(new Event("message", "1"));
    }

    @Test
    void aLineThatIsTooLongIsRefused() {
        assertThatThrownBy(() -> events("data: " + "x".repeat(2_000) + "\n\n", 1_000, 10_000))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("1,000 bytes");
    }

    @Test
    void anEventThatIsTooLargeIsRefused() {
        assertThatThrownBy(() -> events("data: 0123456789\n".repeat(200), 1_000, 10_000))
                .hasMessageContaining("an event is larger than 1,000 bytes");
    }

    @Test
    void aStreamThatIsTooLongIsRefused() {
        assertThatThrownBy(() -> events(": ping\n".repeat(2_000), 1_000, 10_000))
                .hasMessageContaining("the stream is larger than 10,000 bytes");
    }

    @Test
    void whereTheStreamIsCutIntoPacketsMakesNoDifference() throws IOException {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        String[] pieces = {
            "data: ", "data:", "event: e", ":c", "\r", "\n", "\r\n", "x", "\u00e9", "\ud83d\ude00", "\n\n"
        };
        for (int round = 0; round < 500; round++) {
            StringBuilder stream = new StringBuilder();
            for (int i = random.nextInt(40); i > 0; i--) {
                stream.append(pieces[random.nextInt(pieces.length)]);
            }
            byte[] bytes = stream.toString().getBytes(StandardCharsets.UTF_8);
            List<Event> whole = read(Okio.buffer((Source) new Buffer().write(bytes)), 1_000, 100_000);
            List<Event> cut = read(Okio.buffer((Source) new Packets(bytes, random)), 1_000, 100_000);
            assertThat(cut).as("seed %d, stream %s", seed, stream).isEqualTo(whole);
        }
    }

    private static List<Event> events(String stream) throws IOException {
        return events(stream, 1_000, 10_000);
    }

    private static List<Event> events(String stream, int maxEvent, int maxStream) throws IOException {
        return read(new Buffer().writeUtf8(stream), maxEvent, maxStream);
    }

    private static List<Event> read(BufferedSource source, int maxEvent, int maxStream) throws IOException {
        EventStream stream = new EventStream(source, maxEvent, maxStream);
        List<Event> events = new ArrayList<>();
        for (Event event = stream.next(); event != null; event = stream.next()) {
            events.add(event);
        }
        return events;
    }

    /** Gives out some bytes, and would then block for ever, which a test can not wait for. */
    private static final class FailingAfter implements Source {

        private final Buffer arrived;

        FailingAfter(Buffer arrived) {
            this.arrived = arrived;
        }

        @Override
        public long read(Buffer sink, long byteCount) {
            long count = arrived.read(sink, byteCount);
            if (count < 0) {
                throw new AssertionError("waits for more than it needs");
            }
            return count;
        }

        @Override
        public Timeout timeout() {
            return Timeout.NONE;
        }

        @Override
        public void close() {}
    }

    /** Gives out bytes a few at a time. */
    private static final class Packets implements Source {

        private final Buffer bytes = new Buffer();
        private final SplittableRandom random;

        Packets(byte[] bytes, SplittableRandom random) {
            this.bytes.write(bytes);
            this.random = random;
        }

        @Override
        public long read(Buffer sink, long byteCount) {
            return bytes.read(sink, Math.min(byteCount, 1 + random.nextInt(5)));
        }

        @Override
        public Timeout timeout() {
            return Timeout.NONE;
        }

        @Override
        public void close() {}
    }
}
