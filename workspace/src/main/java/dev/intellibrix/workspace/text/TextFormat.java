package dev.intellibrix.workspace.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How the text of a file is stored, told by its first bytes.
 *
 * @param charset what decodes the bytes behind the BOM
 * @param bomBytes the length of the BOM, 0 without one
 * @param unitBytes the bytes of one code unit: a line feed is one unit, at a multiple of this
 * @param byteOrder the order of the bytes in a unit
 * @param note what is unusual about it, for the reader; empty for plain UTF-8
 */
public record TextFormat(Charset charset, int bomBytes, int unitBytes, ByteOrder byteOrder, String note) {

    /** How many bytes are enough to tell. */
    public static final int SAMPLE = 64 * 1024;

    /** Plain UTF-8. */
    public static final TextFormat UTF_8 = utf8(0, "");

    private static final byte[] UTF_8_BOM = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    private static final byte[] UTF_16_BE_BOM = {(byte) 0xfe, (byte) 0xff};
    private static final byte[] UTF_16_LE_BOM = {(byte) 0xff, (byte) 0xfe};
    private static final byte[] UTF_32_BE_BOM = {0, 0, (byte) 0xfe, (byte) 0xff};
    private static final byte[] UTF_32_LE_BOM = {(byte) 0xff, (byte) 0xfe, 0, 0};

    /**
     * Tells the format; null when the bytes are not text.
     *
     * @param sample the first bytes of the file
     * @param whole whether that is all of it
     */
    public static @Nullable TextFormat of(byte[] sample, boolean whole) {
        TextFormat marked = byMark(sample);
        if (marked != null) {
            return marked;
        }
        if (indexOfNul(sample) >= 0) {
            return wideWithoutMark(sample);
        }
        return narrow(sample, whole);
    }

    /** The format in a few words. */
    public String name() {
        return note.isEmpty() ? "UTF-8" : note;
    }

    /** Whether the code unit at an index is this character. */
    boolean isUnit(byte[] bytes, int index, char c) {
        int low = byteOrder == ByteOrder.BIG_ENDIAN ? index + unitBytes - 1 : index;
        if (bytes[low] != c) {
            return false;
        }
        for (int i = index; i < index + unitBytes; i++) {
            if (i != low && bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /** The bytes of a text in this format, without a BOM; null when it has characters that the format has not. */
    public byte @Nullable [] encode(String text) {
        try {
            ByteBuffer encoded = charset.newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static TextFormat utf8(int bomBytes, String note) {
        return new TextFormat(StandardCharsets.UTF_8, bomBytes, 1, ByteOrder.BIG_ENDIAN, note);
    }

    private static @Nullable TextFormat byMark(byte[] sample) {
        if (startsWith(sample, UTF_8_BOM)) {
            return utf8(3, "UTF-8 with BOM");
        }
        if (startsWith(sample, UTF_32_LE_BOM) && sample.length % 4 == 0) {
            return new TextFormat(Charset.forName("UTF-32LE"), 4, 4, ByteOrder.LITTLE_ENDIAN, "UTF-32LE with BOM");
        }
        if (startsWith(sample, UTF_32_BE_BOM)) {
            return new TextFormat(Charset.forName("UTF-32BE"), 4, 4, ByteOrder.BIG_ENDIAN, "UTF-32BE with BOM");
        }
        if (startsWith(sample, UTF_16_LE_BOM)) {
            return new TextFormat(StandardCharsets.UTF_16LE, 2, 2, ByteOrder.LITTLE_ENDIAN, "UTF-16LE with BOM");
        }
        if (startsWith(sample, UTF_16_BE_BOM)) {
            return new TextFormat(StandardCharsets.UTF_16BE, 2, 2, ByteOrder.BIG_ENDIAN, "UTF-16BE with BOM");
        }
        return null;
    }

    private static boolean startsWith(byte[] bytes, byte[] start) {
        return bytes.length >= start.length && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
    }

    private static int indexOfNul(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                return i;
            }
        }
        return -1;
    }

    /** UTF-16 of mostly Latin text has a zero in every second byte, and hardly one in the others. */
    private static @Nullable TextFormat wideWithoutMark(byte[] sample) {
        int[] zeros = new int[2];
        for (int i = 0; i < sample.length; i++) {
            if (sample[i] == 0) {
                zeros[i % 2]++;
            }
        }
        int units = sample.length / 2;
        if (units < 4 || sample.length % 2 != 0) {
            return null;
        }
        if (zeros[1] >= units * 7L / 10 && zeros[0] <= units / 50) {
            return wide(StandardCharsets.UTF_16LE, ByteOrder.LITTLE_ENDIAN, sample);
        }
        if (zeros[0] >= units * 7L / 10 && zeros[1] <= units / 50) {
            return wide(StandardCharsets.UTF_16BE, ByteOrder.BIG_ENDIAN, sample);
        }
        return null;
    }

    private static @Nullable TextFormat wide(Charset charset, ByteOrder order, byte[] sample) {
        String text = new String(sample, charset);
        return text.indexOf('\0') >= 0
                        || hasManyControls(
                                text.chars().filter(TextFormat::isControl).count(), text.length())
                ? null
                : new TextFormat(charset, 0, 2, order, charset.name() + " without BOM");
    }

    private static @Nullable TextFormat narrow(byte[] sample, boolean whole) {
        Tally tally = Tally.of(sample, whole);
        if (tally.invalidBytes == 0) {
            return UTF_8;
        }
        if (FileKind.isKnown(sample) || hasManyControls(tally.controls, sample.length)) {
            return null;
        }
        if (tally.wideChars >= tally.invalidBytes) {
            return utf8(0, "UTF-8 with invalid bytes");
        }
        Charset charset = oneByteCharset(sample);
        return new TextFormat(charset, 0, 1, ByteOrder.BIG_ENDIAN, "not UTF-8, read as " + charset.name());
    }

    private static boolean hasManyControls(long controls, int length) {
        return controls > length / 20;
    }

    private static boolean isControl(int c) {
        return c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != 0x1b && c != '\b';
    }

    /** The Windows one, unless the text has bytes that it does not know; Latin-1 knows all. */
    private static Charset oneByteCharset(byte[] sample) {
        for (byte each : sample) {
            int value = each & 0xff;
            if (value == 0x81 || value == 0x8d || value == 0x8f || value == 0x90 || value == 0x9d) {
                return StandardCharsets.ISO_8859_1;
            }
        }
        return Charset.isSupported("windows-1252") ? Charset.forName("windows-1252") : StandardCharsets.ISO_8859_1;
    }

    /** What bytes look like when they are read as UTF-8. */
    private static final class Tally {

        private long controls;
        private long wideChars;
        private long invalidBytes;

        static Tally of(byte[] sample, boolean whole) {
            Tally tally = new Tally();
            CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
            ByteBuffer in = ByteBuffer.wrap(sample);
            CharBuffer out = CharBuffer.allocate(4096);
            while (true) {
                CoderResult result = decoder.decode(in, out, whole);
                tally.count(out.flip());
                out.clear();
                if (result.isError()) {
                    tally.invalidBytes += result.length();
                    in.position(in.position() + result.length());
                } else if (result.isUnderflow()) {
                    return tally;
                }
            }
        }

        private void count(CharBuffer decoded) {
            while (decoded.hasRemaining()) {
                char c = decoded.get();
                if (c >= 0x80) {
                    wideChars++;
                } else if (isControl(c)) {
                    controls++;
                }
            }
        }
    }
}
