package dev.intellibrix.internal.process;

import dev.intellibrix.internal.process.ProcessStartException.Reason;
import java.io.File;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Arguments as the operating system is to see them. The JVM encodes what it hands to a program with the charset of its
 * locale (before Java 18 with {@code file.encoding}) and writes a question mark for what that charset lacks: another
 * argument than the one that was approved. Here such text is either wrapped so that the right bytes come out, or refused.
 */
final class NativeText {

    private static final boolean WINDOWS = File.separatorChar == '\\'; // There arguments are UTF-16.

    /** The charset of file names: what a program will take an argument for. */
    private static final Charset FILES = charsetOfFiles();

    /** The charset that the JVM encodes arguments with. */
    private static final Charset ARGUMENTS = Runtime.version().feature() < 18 ? Charset.defaultCharset() : FILES;

    private NativeText() {}

    /**
     * The text to hand to a {@link ProcessBuilder}, so that the program gets this text.
     *
     * @throws ProcessStartException when no text does that
     */
    static String of(String text) {
        if (WINDOWS || isAscii(text)) {
            return text;
        }
        Charset charset = FILES.newEncoder().canEncode(text) ? FILES : StandardCharsets.UTF_8;
        if (charset.newEncoder().canEncode(text)) {
            byte[] bytes = text.getBytes(charset);
            String wrapped = new String(bytes, ARGUMENTS);
            if (Arrays.equals(wrapped.getBytes(ARGUMENTS), bytes)) {
                return wrapped;
            }
        }
        throw new ProcessStartException(
                Reason.NOT_ENCODABLE,
                "nothing was run: this program's locale can not pass on every character of the arguments; use ASCII",
                null);
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    private static Charset charsetOfFiles() {
        String name = System.getProperty("sun.jnu.encoding", "UTF-8");
        return Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.UTF_8;
    }
}
