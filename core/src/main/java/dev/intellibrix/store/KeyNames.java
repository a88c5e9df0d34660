package dev.intellibrix.store;

import dev.intellibrix.internal.hash.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The names of the files that keys are kept in. A key is written with {@code %xx} for all but lower-case letters, digits,
 * {@code -} and {@code _}, so that no two names differ in case only, and after {@code k-}, so that none is a reserved word.
 * When that gets too long for some file systems, the name is a hash after {@code h-}, and the key stands in the file alone.
 */
final class KeyNames {

    private static final String SPELLED = "k-";
    private static final String HASHED = "h-";
    private static final int MAX_SPELLED = 120;

    private KeyNames() {}

    static String nameOf(String key) {
        String spelled = spell(key);
        return spelled.length() <= MAX_SPELLED ? SPELLED + spelled : HASHED + Sha256.hex(key);
    }

    /** Whether a file of this name can be one of ours. */
    static boolean isOurs(String name) {
        return name.startsWith(HASHED) || keyOf(name).isPresent();
    }

    /** The key that a name spells; empty when the name is hashed or none of ours. */
    static Optional<String> keyOf(String name) {
        return name.startsWith(SPELLED)
                ? read(name.substring(SPELLED.length()))
                        .filter(key -> nameOf(key).equals(name))
                : Optional.empty();
    }

    /** The key in ASCII. */
    static String spell(String key) {
        StringBuilder text = new StringBuilder();
        for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
            if ((b >= 'a' && b <= 'z') || (b >= '0' && b <= '9') || b == '-' || b == '_') {
                text.append((char) b);
            } else {
                text.append('%').append(HexFormat.of().toHexDigits(b));
            }
        }
        return text.toString();
    }

    /** The key that was spelled so; empty when none can have been. */
    static Optional<String> read(String spelled) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            for (int i = 0; i < spelled.length(); i++) {
                if (spelled.charAt(i) == '%') {
                    bytes.write(HexFormat.fromHexDigits(spelled, i + 1, i + 3));
                    i += 2;
                } else {
                    bytes.write(spelled.charAt(i));
                }
            }
            String key = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
            return spell(key).equals(spelled) ? Optional.of(KeyValueStore.requireKey(key)) : Optional.empty();
        } catch (CharacterCodingException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
