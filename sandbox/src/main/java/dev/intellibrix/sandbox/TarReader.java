package dev.intellibrix.sandbox;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads an archive that code nobody trusts may have written, without ever acting on it: entries are given one by one, and
 * everything that has no exact meaning ends the reading. Not thread-safe.
 */
final class TarReader {

    private static final int BLOCK = TarWriter.BLOCK;
    private static final int LONGEST_NAME = 16_384;
    private static final String GNU = "ustar  ";

    /** What an entry is. */
    enum Kind {
        FILE,
        FOLDER,
        LINK,
        HARD_LINK,
        SPARSE,
        OTHER
    }

    /**
     * The start of an entry.
     *
     * @param name its path, malformed bytes replaced
     * @param size the bytes that {@link #content} gives
     */
    record Entry(String name, Kind kind, long size) {}

    private final InputStream in;
    private long left; // Of the current entry, with what fills its last block.
    private long leftOfContent;
    private boolean ended;

    TarReader(InputStream in) {
        this.in = in;
    }

    /**
     * The next entry, or null at the end of the archive.
     *
     * @throws EOFException when the archive is cut off
     * @throws IOException when it is no archive
     */
    @Nullable Entry next() throws IOException {
        String longName = null;
        while (!ended) {
            in.skipNBytes(left);
            left = 0;
            byte[] header = block();
            if (isEmpty(header)) {
                ended = true;
                return null;
            }
            requireSum(header);
            long size = number(header, 124, 12);
            begin(size);
            char type = (char) header[156];
            switch (type) {
                case 'L' -> longName = text(name(size), 0, (int) size);
                case 'K', 'g' -> longName = keep(longName); // The target of a link; what holds for all entries.
                case 'x' -> longName = pathIn(name(size), longName);
                default -> {
                    if (type == 'S') {
                        skipMap(header);
                    }
                    return new Entry(longName == null ? plainName(header) : longName, kind(type), size);
                }
            }
        }
        return null;
    }

    /** The content of the current entry. */
    byte[] content() throws IOException {
        byte[] content = in.readNBytes((int) leftOfContent);
        if (content.length < leftOfContent) {
            throw new EOFException("the archive is cut off");
        }
        left -= leftOfContent;
        leftOfContent = 0;
        return content;
    }

    private static @Nullable String keep(@Nullable String name) {
        return name;
    }

    private void begin(long size) throws IOException {
        if (size < 0 || size > 1L << 50) {
            throw new IOException("an entry of the archive has no size");
        }
        leftOfContent = size;
        left = (size + BLOCK - 1) / BLOCK * BLOCK;
    }

    private byte[] name(long size) throws IOException {
        if (size > LONGEST_NAME) {
            throw new IOException("a name in the archive is too long");
        }
        return content();
    }

    private byte[] block() throws IOException {
        byte[] block = in.readNBytes(BLOCK);
        if (block.length < BLOCK) {
            throw new EOFException("the archive is cut off");
        }
        return block;
    }

    /** A file with holes may tell where its data stand in blocks of their own, before the data. */
    private void skipMap(byte[] header) throws IOException {
        boolean more = header[482] != 0;
        while (more) {
            more = block()[504] != 0;
        }
    }

    private static Kind kind(char type) {
        return switch (type) {
            case '0', '\0', '7' -> Kind.FILE;
            case '1' -> Kind.HARD_LINK;
            case '2' -> Kind.LINK;
            case '5' -> Kind.FOLDER;
            case 'S' -> Kind.SPARSE;
            default -> Kind.OTHER;
        };
    }

    /** The record {@code path} of a POSIX extended header: {@code length key=value\n}, as often as there are keys. */
    private static @Nullable String pathIn(byte[] records, @Nullable String otherwise) throws IOException {
        String path = otherwise;
        int at = 0;
        while (at < records.length) {
            int blank = indexOf(records, at, ' ');
            int length = blank < 0 ? -1 : decimal(text(records, at, blank - at));
            if (length <= blank - at || at + length > records.length) {
                throw new IOException("a header of the archive is malformed");
            }
            String record = text(records, blank + 1, at + length - 1 - (blank + 1));
            if (record.startsWith("path=")) {
                path = record.substring("path=".length());
            } else if (record.startsWith("GNU.sparse.") || record.startsWith("size=")) {
                throw new IOException("the archive has a header that is not known here");
            }
            at += length;
        }
        return path;
    }

    private static int indexOf(byte[] bytes, int from, char wanted) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    private static int decimal(String digits) {
        return digits.matches("[0-9]{1,6}") ? Integer.parseInt(digits) : -1;
    }

    private static String plainName(byte[] header) {
        String name = text(header, 0, 100);
        boolean hasPrefix = !text(header, 257, 8).startsWith(GNU) && header[345] != 0;
        return hasPrefix ? text(header, 345, 155) + "/" + name : name;
    }

    /** The text up to the first NUL. */
    private static String text(byte[] bytes, int from, int length) {
        int end = from;
        while (end < from + length && end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    private static long number(byte[] header, int from, int length) throws IOException {
        if ((header[from] & 0x80) != 0) {
            throw new IOException("an entry of the archive is too large"); // 8 GiB and more.
        }
        String digits = text(header, from, length).strip();
        if (!digits.matches("[0-7]{0,11}")) {
            throw new IOException("a number in the archive is malformed");
        }
        return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    }

    private static void requireSum(byte[] header) throws IOException {
        int sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= 148 && i < 156 ? ' ' : header[i] & 0xff;
        }
        if (number(header, 148, 8) != sum) {
            throw new IOException("a header of the archive is damaged");
        }
    }

    private static boolean isEmpty(byte[] block) {
        return Arrays.equals(block, new byte[BLOCK]);
    }
}
