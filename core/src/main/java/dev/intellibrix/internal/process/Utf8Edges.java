package dev.intellibrix.internal.process;

/** Where whole UTF-8 characters begin and end at the edges of a piece that was cut out of a longer text. */
final class Utf8Edges {

    private static final int MAX_TRAILING = 3;

    private Utf8Edges() {}

    /** The length without a character whose last bytes are missing. */
    static int endOfWhole(byte[] bytes) {
        for (int back = 1; back <= MAX_TRAILING && back <= bytes.length; back++) {
            int at = bytes.length - back;
            if (!isTrailing(bytes[at])) {
                return lengthFrom(bytes[at]) > back ? at : bytes.length;
            }
        }
        return bytes.length;
    }

    /** The first byte that is not the rest of a character whose first bytes are missing. */
    static int startOfWhole(byte[] bytes) {
        int at = 0;
        while (at < MAX_TRAILING && at < bytes.length && isTrailing(bytes[at])) {
            at++;
        }
        return at;
    }

    private static boolean isTrailing(byte b) {
        return (b & 0xc0) == 0x80;
    }

    private static int lengthFrom(byte lead) {
        int b = lead & 0xff;
        if (b < 0xc2 || b > 0xf4) {
            return 1;
        }
        return b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
    }
}
