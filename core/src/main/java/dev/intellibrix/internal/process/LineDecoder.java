package dev.intellibrix.internal.process;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Turns the bytes of a stream into lines for a listener: one decoder over the whole stream. Not thread-safe. */
final class LineDecoder {

    private static final int CHUNK = 8192;

    private final LineListener listener;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final CharBuffer chars = CharBuffer.allocate(CHUNK);
    private final StringBuilder line = new StringBuilder();
    private byte[] rest = new byte[0];
    private boolean cut;
    private boolean open; // Whether something of an unfinished line has been read.

    LineDecoder(LineListener listener) {
        this.listener = listener;
    }

    void accept(byte[] bytes, int length) {
        ByteBuffer in = ByteBuffer.allocate(rest.length + length).put(rest).put(bytes, 0, length);
        in.flip();
        decode(in, false);
        rest = new byte[in.remaining()];
        in.get(rest);
    }

    void end() {
        decode(ByteBuffer.wrap(rest), true);
        boolean more;
        do {
            more = decoder.flush(chars).isOverflow();
            take();
        } while (more);
        if (open) {
            emit();
        }
    }

    private void decode(ByteBuffer in, boolean last) {
        boolean more;
        do {
            more = decoder.decode(in, chars, last).isOverflow();
            take();
        } while (more);
    }

    private void take() {
        chars.flip();
        int from = 0;
        for (int i = 0; i < chars.length(); i++) {
            if (chars.charAt(i) == '\n') {
                add(from, i);
                emit();
                from = i + 1;
            }
        }
        add(from, chars.length());
        chars.clear();
    }

    private void add(int from, int to) {
        if (from < to) {
            open = true;
            int room = LineListener.MAX_LINE - line.length();
            line.append(chars, from, Math.min(to, from + room));
            cut |= to - from > room;
        }
    }

    private void emit() {
        int end = line.length();
        if (end > 0 && !cut && line.charAt(end - 1) == '\r') {
            line.setLength(end - 1);
        }
        String text = line.toString();
        boolean wasCut = cut;
        line.setLength(0);
        cut = false;
        open = false;
        listener.line(text, wasCut);
    }
}
