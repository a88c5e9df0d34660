package dev.intellibrix.sandbox;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Writes files as an archive that every {@code tar} reads (POSIX ustar, with GNU's records for long names). */
final class TarWriter {

    static final int BLOCK = 512;

    private static final int NAME = 100; // Bytes that a header has for a name.

    private TarWriter() {}

    /** Writes the files, and the end of the archive. */
    static void write(List<SandboxFile> files, OutputStream out) throws IOException {
        for (SandboxFile file : files) {
            byte[] name = file.path().getBytes(StandardCharsets.UTF_8);
            if (name.length > NAME) {
                entry("././@LongLink".getBytes(StandardCharsets.US_ASCII), 'L', terminated(name), out);
            }
            entry(name, '0', file.bytes(), out);
        }
        out.write(new byte[2 * BLOCK]);
    }

    private static void entry(byte[] name, char type, byte[] content, OutputStream out) throws IOException {
        byte[] header = new byte[BLOCK];
        System.arraycopy(name, 0, header, 0, Math.min(name.length, NAME));
        put(header, 100, "0000644\0");
        put(header, 108, "0000000\0");
        put(header, 116, "0000000\0");
        put(header, 124, octal(content.length, 11) + " ");
        put(header, 136, octal(System.currentTimeMillis() / 1000, 11) + " ");
        put(header, 148, "        ");
        header[156] = (byte) type;
        put(header, 257, "ustar\00000");
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        put(header, 148, octal(sum, 6) + "\0 ");
        out.write(header);
        out.write(content);
        out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    }

    private static byte[] terminated(byte[] name) {
        return java.util.Arrays.copyOf(name, name.length + 1);
    }

    private static String octal(long value, int digits) {
        return String.format(Locale.ROOT, "%0" + digits + "o", value);
    }

    private static void put(byte[] header, int offset, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, offset, bytes.length);
    }
}
