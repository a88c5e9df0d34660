package dev.intellibrix.workspace.fs;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file's name, one a character: what git compares and sorts by. A name of ASCII characters is the same in
 * both forms.
 */
public final class RawName {

    private static final @Nullable Charset NATIVE = charset(System.getProperty("sun.jnu.encoding", "UTF-8"));
    private static final boolean NATIVE_UTF_8 = StandardCharsets.UTF_8.equals(NATIVE);
    private static final boolean NATIVE_ASCII = StandardCharsets.US_ASCII.equals(NATIVE);

    private RawName() {}

    private static @Nullable Charset charset(String name) {
        return Charset.isSupported(name) ? Charset.forName(name) : null;
    }

    /** Whether the text of a path is known to be all there is to it: a path that is made of it has the same bytes. */
    static boolean isExact(String text) {
        return (NATIVE_UTF_8 || NATIVE_ASCII) && text.indexOf('\ufffd') < 0;
    }

    /** The bytes of one name or of a relative path. */
    public static String of(Path name) {
        String text = name.toString();
        if (isAscii(text)) {
            return text;
        }
        return NATIVE_UTF_8 && text.indexOf('\ufffd') < 0 ? ofText(text) : ofUndecoded(name);
    }

    /** The bytes of a text in UTF-8. */
    public static String ofText(String text) {
        return isAscii(text) ? text : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** The text that the bytes are in UTF-8; bytes that are not become replacement characters. */
    public static String toText(String raw) {
        return isAscii(raw) ? raw : new String(raw.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** Where a path can not be decoded, only its URI still shows the bytes. */
    private static String ofUndecoded(Path name) {
        URI here = Path.of("").toUri();
        String escaped = name.toUri().getRawPath().substring(here.getRawPath().length());
        StringBuilder raw = new StringBuilder();
        for (int i = 0; i < escaped.length(); i++) {
            char c = escaped.charAt(i);
            if (c == '%') {
                c = (char) Integer.parseInt(escaped.substring(i + 1, i + 3), 16);
                i += 2;
            }
            raw.append(c);
        }
        int end = raw.length();
        return raw.substring(0, end > 0 && raw.charAt(end - 1) == '/' ? end - 1 : end);
    }

    /** Whether the bytes of a text are its characters. */
    public static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
