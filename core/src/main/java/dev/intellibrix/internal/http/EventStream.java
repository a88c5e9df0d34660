package dev.intellibrix.internal.http;

import java.io.IOException;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import okio.Buffer;
import okio.BufferedSource;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Reads server-sent events one by one on the calling thread, as the HTML standard lays them out, with one liberty: an
 * event that the end of the stream cuts off before its blank line is given out, since many servers omit that line. Lines,
 * events and the stream as a whole are bounded. Not thread-safe.
 */
public final class EventStream {

    private static final Pattern MILLIS = Pattern.compile("[0-9]{1,15}");
    private static final long LONGEST_RETRY = Duration.ofDays(1).toMillis();
    private static final ByteString LINE_ENDS = ByteString.encodeUtf8("\r\n");
    private static final ByteString BYTE_ORDER_MARK = ByteString.decodeHex("efbbbf");

    private final BufferedSource source;
    private final int maxEventBytes;
    private final long maxBytes;
    private long readBytes;
    private String lastId = "";
    private @Nullable Duration retry;
    private boolean atStart = true;
    private boolean skipLineFeed; // The line before ended with CR; an LF after it belongs to the same line end.

    /**
     * An event.
     *
     * @param name its name; {@code message} when it has none
     * @param data its data lines, joined by line feeds
     */
    public record Event(String name, String data) {}

    /**
     * Reads from this source and leaves it open.
     *
     * @param maxEventBytes the size of the largest event that is accepted, and of the longest line
     * @param maxBytes the size of the longest stream that is accepted
     */
    public EventStream(BufferedSource source, int maxEventBytes, long maxBytes) {
        this.source = source;
        this.maxEventBytes = maxEventBytes;
        this.maxBytes = maxBytes;
    }

    /** The id of the last event that had one, to go on from in another stream; empty when none had. */
    public String lastId() {
        return lastId;
    }

    /** How long the server wants to be left alone before it is asked for the rest, at most a day; empty when it has not said. */
    public Optional<Duration> retry() {
        return Optional.ofNullable(retry);
    }

    /**
     * Waits for the next event that has data.
     *
     * @return the event, or null at the end of the stream
     * @throws IOException when the connection fails or a bound is exceeded
     */
    public @Nullable Event next() throws IOException {
        String name = "message";
        StringBuilder data = null;
        while (true) {
            String line = nextLine();
            if (line == null || line.isEmpty()) {
                if (data != null) {
                    return new Event(name, data.toString());
                }
                if (line == null) {
                    return null;
                }
                name = "message";
            } else if (isField(line, "data")) {
                data = append(data, valueOf(line));
            } else if (isField(line, "event")) {
                name = valueOf(line);
            } else if (isField(line, "id") && valueOf(line).indexOf('\0') < 0) {
                lastId = valueOf(line);
            } else if (isField(line, "retry") && MILLIS.matcher(valueOf(line)).matches()) {
                retry = Duration.ofMillis(Math.min(LONGEST_RETRY, Long.parseLong(valueOf(line))));
            }
        }
    }

    private StringBuilder append(@Nullable StringBuilder data, String value) throws IOException {
        if (data == null) {
            return new StringBuilder(value);
        }
        if (data.length() + value.length() >= maxEventBytes) {
            throw tooLarge("an event", maxEventBytes);
        }
        return data.append('\n').append(value);
    }

    private static boolean isField(String line, String field) {
        return line.startsWith(field) && (line.length() == field.length() || line.charAt(field.length()) == ':');
    }

    private static String valueOf(String line) {
        int colon = line.indexOf(':');
        if (colon < 0) {
            return "";
        }
        int start = colon + 1 < line.length() && line.charAt(colon + 1) == ' ' ? colon + 2 : colon + 1;
        return line.substring(start);
    }

    /** The next line without its end, or null at the end of the stream. */
    private @Nullable String nextLine() throws IOException {
        Buffer buffer = source.getBuffer();
        skipWhatIsNoLine(buffer);
        long searched = 0;
        while (true) {
            long end = buffer.indexOfElement(LINE_ENDS, searched);
            if (end >= 0) {
                String line = take(buffer, end);
                skipLineFeed = buffer.readByte() == '\r';
                return line;
            }
            searched = buffer.size();
            if (searched > maxEventBytes) {
                throw tooLarge("a line", maxEventBytes);
            }
            if (!source.request(searched + 1)) {
                return searched == 0 ? null : take(buffer, searched);
            }
        }
    }

    private void skipWhatIsNoLine(Buffer buffer) throws IOException {
        if (atStart) {
            atStart = false;
            if (source.rangeEquals(0, BYTE_ORDER_MARK)) {
                source.skip(BYTE_ORDER_MARK.size());
            }
        }
        if (skipLineFeed && source.request(1)) {
            skipLineFeed = false;
            if (buffer.getByte(0) == '\n') {
                buffer.skip(1);
            }
        }
    }

    private String take(Buffer buffer, long length) throws IOException {
        if (length > maxEventBytes) {
            throw tooLarge("a line", maxEventBytes);
        }
        readBytes += length + 1;
        if (readBytes > maxBytes) {
            throw tooLarge("the stream", maxBytes);
        }
        return buffer.readUtf8(length);
    }

    private static IOException tooLarge(String what, long bound) {
        return new ProtocolException(String.format(Locale.ROOT, "%s is larger than %,d bytes", what, bound));
    }
}
