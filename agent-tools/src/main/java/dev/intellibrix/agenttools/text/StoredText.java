package dev.intellibrix.agenttools.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a file as UTF-8, and the way back to how it is stored. A file is read in another charset, as
 * {@code read_file} shows it, only when writing it back would give the same bytes; everything else, also with bytes that
 * are not valid, is taken as it is. A byte order mark stays as the first character. Immutable.
 */
public final class StoredText {

    private final byte[] raw;
    private final byte[] utf8;
    private final @Nullable Charset charset;
    private final boolean valid;

    private StoredText(byte[] raw, byte[] utf8, @Nullable Charset charset, boolean valid) {
        this.raw = raw;
        this.utf8 = utf8;
        this.charset = charset;
        this.valid = valid;
    }

    /** Reads the bytes of a file; they are not copied. */
    public static StoredText of(byte[] raw) {
        Charset wide = wideCharset(raw);
        if (wide != null) {
            return transcoded(raw, wide).orElseGet(() -> new StoredText(raw, raw, null, isValid(raw)));
        }
        if (isAscii(raw) || isValid(raw)) {
            return new StoredText(raw, raw, null, true);
        }
        Charset narrow = indexOfNul(raw) >= 0 || isMostlyUtf8(raw) ? null : narrowCharset(raw);
        return narrow == null
                ? new StoredText(raw, raw, null, false)
                : transcoded(raw, narrow).orElseGet(() -> new StoredText(raw, raw, null, false));
    }

    /** A text as UTF-8; empty when it holds half of a surrogate pair, which no bytes stand for. */
    public static Optional<byte[]> encode(String text) {
        return encode(text, StandardCharsets.UTF_8);
    }

    /** The content as it is stored; not a copy. */
    public byte[] raw() {
        return raw;
    }

    /** The content as UTF-8; not a copy. */
    public byte[] utf8() {
        return utf8;
    }

    /** Whether the content is text: no NUL in it. */
    public boolean isText() {
        return indexOfNul(utf8) < 0;
    }

    /** Whether all of it can be shown as text and written back from that. */
    public boolean isValid() {
        return valid;
    }

    /** The name of the charset that the file is stored in. */
    public String charsetName() {
        return charset == null ? "UTF-8" : charset.name();
    }

    /** Other content, stored in the same way; empty when it has characters that the charset has not. */
    public Optional<byte[]> store(byte[] otherUtf8) {
        return charset == null
                ? Optional.of(otherUtf8)
                : encode(new String(otherUtf8, StandardCharsets.UTF_8), charset);
    }

    private static Optional<StoredText> transcoded(byte[] raw, Charset charset) {
        String text = new String(raw, charset);
        Optional<byte[]> back = encode(text, charset);
        return back.isPresent() && Arrays.equals(back.get(), raw)
                ? Optional.of(new StoredText(raw, text.getBytes(StandardCharsets.UTF_8), charset, true))
                : Optional.empty();
    }

    private static Optional<byte[]> encode(String text, Charset charset) {
        try {
            ByteBuffer encoded = charset.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return Optional.of(bytes);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static @Nullable Charset wideCharset(byte[] raw) {
        if (startsWith(raw, 0xff, 0xfe, 0, 0) && raw.length % 4 == 0) {
            return Charset.forName("UTF-32LE");
        }
        if (startsWith(raw, 0, 0, 0xfe, 0xff)) {
            return Charset.forName("UTF-32BE");
        }
        if (startsWith(raw, 0xff, 0xfe)) {
            return StandardCharsets.UTF_16LE;
        }
        if (startsWith(raw, 0xfe, 0xff)) {
            return StandardCharsets.UTF_16BE;
        }
        return wideWithoutMark(raw);
    }

    /** UTF-16 of mostly Latin text has a zero in every second byte, and hardly one in the others. */
    private static @Nullable Charset wideWithoutMark(byte[] raw) {
        if (raw.length < 2 || raw.length % 2 != 0 || indexOfNul(raw) < 0) {
            return null;
        }
        int[] zeros = new int[2];
        for (int i = 0; i < raw.length; i++) {
            zeros[i & 1] += raw[i] == 0 ? 1 : 0;
        }
        int units = raw.length / 2;
        if (zeros[1] >= units * 7L / 10 && zeros[0] <= units / 50) {
            return StandardCharsets.UTF_16LE;
        }
        return zeros[0] >= units * 7L / 10 && zeros[1] <= units / 50 ? StandardCharsets.UTF_16BE : null;
    }

    private static boolean startsWith(byte[] raw, int... start) {
        if (raw.length < start.length) {
            return false;
        }
        for (int i = 0; i < start.length; i++) {
            if ((raw[i] & 0xff) != start[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAscii(byte[] raw) {
        for (byte each : raw) {
            if (each < 0) {
                return false;
            }
        }
        return true;
    }

    private static int indexOfNul(byte[] raw) {
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == 0) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isValid(byte[] raw) {
        return count(raw)[1] == 0;
    }

    private static boolean isMostlyUtf8(byte[] raw) {
        int[] counts = count(raw);
        return counts[0] >= counts[1];
    }

    /** How many characters beyond ASCII there are, read as UTF-8, and how many bytes that are none. */
    private static int[] count(byte[] raw) {
        int[] counts = new int[2];
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(raw);
        CharBuffer out = CharBuffer.allocate(8192);
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            out.flip();
            while (out.hasRemaining()) {
                counts[0] += out.get() >= 0x80 ? 1 : 0;
            }
            out.clear();
            if (result.isError()) {
                counts[1] += result.length();
                in.position(in.position() + result.length());
            } else if (result.isUnderflow()) {
                return counts;
            }
        }
    }

    /** The Windows one, unless the text has bytes that it does not know; Latin-1 knows all. */
    private static Charset narrowCharset(byte[] raw) {
        for (byte each : raw) {
            int value = each & 0xff;
            if (value == 0x81 || value == 0x8d || value == 0x8f || value == 0x90 || value == 0x9d) {
                return StandardCharsets.ISO_8859_1;
            }
        }
        return Charset.isSupported("windows-1252") ? Charset.forName("windows-1252") : StandardCharsets.ISO_8859_1;
    }
}
