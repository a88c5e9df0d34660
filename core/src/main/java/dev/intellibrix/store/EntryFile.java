package dev.intellibrix.store;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** A file with one value: a line with a version, a checksum of all the rest and the key, then the value in UTF-8. */
final class EntryFile {

    private static final String VERSION = "1";

    /** Longer than any key can be spelled: three bytes a character, three characters a byte. */
    private static final int MAX_LINE = 32 + KeyValueStore.MAX_KEY_LENGTH * 9;

    private static final int MAX_FILE = MAX_LINE + KeyValueStore.MAX_VALUE_LENGTH * 3;

    private EntryFile() {}

    static void write(String key, String value, OutputStream out) throws IOException {
        String spelled = KeyNames.spell(key);
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        String line = VERSION + " " + checksum(spelled, bytes) + " " + spelled + "\n";
        out.write(line.getBytes(StandardCharsets.US_ASCII));
        out.write(bytes);
    }

    /**
     * The value in a file; empty when there is no file.
     *
     * @throws IOException when the file can not be read or is not as it was written
     */
    static Optional<String> read(Path file, String key) throws IOException {
        try (InputStream in = open(file)) {
            if (in == null) {
                return Optional.empty();
            }
            String[] line = firstLine(in).split(" ", -1);
            byte[] bytes = in.readNBytes(MAX_FILE);
            if (line.length != 3 || !line[0].equals(VERSION) || !line[1].equals(checksum(line[2], bytes))) {
                throw new IOException("the file of the key is damaged: " + file.getFileName());
            }
            if (!line[2].equals(KeyNames.spell(key))) {
                throw new IOException("the file of the key is another key's: " + file.getFileName());
            }
            return Optional.of(decode(bytes, file));
        }
    }

    /** The key of a file; empty when the file is not one of ours, or is gone. */
    static Optional<String> keyOf(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        if (!KeyNames.isOurs(name) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        Optional<String> spelled = KeyNames.keyOf(name);
        if (spelled.isPresent()) {
            return spelled;
        }
        try (InputStream in = open(file)) {
            String[] line = in == null ? new String[0] : firstLine(in).split(" ", -1);
            return line.length == 3
                    ? KeyNames.read(line[2]).filter(key -> KeyNames.nameOf(key).equals(name))
                    : Optional.empty();
        }
    }

    /** A stream that no interrupt closes; null when there is no such file. */
    private static @Nullable InputStream open(Path file) throws IOException {
        try {
            if (!Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isRegularFile()) {
                throw new IOException("not a plain file: " + file.getFileName());
            }
            return new BufferedInputStream(new FileInputStream(file.toFile()));
        } catch (NoSuchFileException e) {
            return null;
        } catch (FileNotFoundException e) { // Deleted this moment, or not to be read by us.
            if (Files.isReadable(file) || Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
                return null;
            }
            throw e;
        }
    }

    private static String firstLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n' && line.size() <= MAX_LINE; b = in.read()) {
            line.write(b);
        }
        return line.toString(StandardCharsets.US_ASCII);
    }

    private static String checksum(String spelled, byte[] value) {
        CRC32 crc = new CRC32();
        crc.update(spelled.getBytes(StandardCharsets.US_ASCII));
        crc.update('\n');
        crc.update(value);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    private static String decode(byte[] bytes, Path file) throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("the file of the key is damaged: " + file.getFileName(), e);
        }
    }
}
