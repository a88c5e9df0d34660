package dev.intellibrix.brick;

import dev.intellibrix.internal.concurrent.Workers;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What is typed. At a terminal it is read all the time while a run goes on, and thrown away while nobody listens, so that
 * nothing that was typed before a question can answer it. One thread listens at a time.
 */
final class Keyboard {

    static final int CTRL_C = 3;
    static final int CTRL_D = 4;

    /** There is nothing more, and there never will be. */
    static final int END = -1;

    private static final int NO_KEY = -2;

    private static final int MAX_LINE = 1_000_000; // Bytes.

    /** What a terminal hands over of a line, in bytes; it drops the rest without a word. Linux has 4,095, others 1,023. */
    private static final int MAX_TERMINAL_LINE =
            System.getProperty("os.name", "").startsWith("Linux") ? 4_095 : 1_023;

    private static final byte[] NO_MORE = {};
    private static final byte[] CTRL_C_ALONE = {CTRL_C};

    private final Charset charset;
    private final Tty tty;
    private final Silence silence;
    private final boolean isTerminal;
    private final BlockingQueue<byte[]> typed = new LinkedBlockingQueue<>(1_000);
    private final TypedBytes reader;
    private final ReentrantLock handing = new ReentrantLock();
    private volatile boolean isListening;
    private final Set<Watching> watchers = ConcurrentHashMap.newKeySet();
    private final ReentrantLock signals = new ReentrantLock();
    private int signalled; // Guarded by signals.
    private Runnable undoSignal = () -> {}; // Guarded by signals.
    private byte[] left = NO_MORE; // Of what was typed at once, after the end of a line; of the listening thread.

    Keyboard(InputStream in, Charset charset, Tty tty, boolean isTerminal, Silence silence) {
        this.silence = silence;
        this.charset = charset;
        this.tty = tty;
        this.isTerminal = isTerminal;
        this.isListening = !isTerminal;
        this.reader = new TypedBytes(in, !isTerminal, this::take, this::ended);
    }

    /**
     * A line as it was typed.
     *
     * @param kind how it ended
     * @param text without its end
     * @param isCut whether it was longer than a line may be, or so long that the terminal may have cut it
     */
    record Line(Kind kind, String text, boolean isCut) {
        enum Kind {
            /** By the Enter key. */
            TYPED,
            /** By Ctrl-C. */
            INTERRUPTED,
            /** There is no more input. */
            END
        }
    }

    /** Ends what was begun. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /** Watches for Ctrl-C, and throws everything else away, until it is closed. */
    Watch watch(Runnable onInterrupt) {
        Watching watching = new Watching(onInterrupt);
        watchers.add(watching);
        rest();
        return watching;
    }

    /** One of those that watch for Ctrl-C, which is for all of them; the terminal goes back to lines with the last. */
    private final class Watching implements Watch {

        private final Runnable onInterrupt;

        Watching(Runnable onInterrupt) {
            this.onInterrupt = onInterrupt;
        }

        @Override
        public void close() {
            watchers.remove(this);
            rest();
        }
    }

    /** Takes the signal of Ctrl-C for a key until it is undone; by the last one, when there are several. */
    Runnable takeSignal() {
        signals.lock();
        try {
            if (signalled++ == 0) {
                undoSignal = Interrupts.handle(this::interrupt);
            }
        } finally {
            signals.unlock();
        }
        return this::leaveSignal;
    }

    private void leaveSignal() {
        signals.lock();
        try {
            if (--signalled == 0) {
                undoSignal.run();
            }
        } finally {
            signals.unlock();
        }
    }

    /** What Ctrl-C does, however it comes. */
    void interrupt() {
        List<Watching> all = List.copyOf(watchers);
        if (all.isEmpty()) {
            hand(CTRL_C_ALONE);
            return;
        }
        Workers.shared()
                .execute(
                        () -> { // What is typed next must not wait for it.
                            all.forEach(each -> each.onInterrupt.run());
                            if (all.stream().anyMatch(watchers::contains)) {
                                hand(CTRL_C_ALONE); // After it: who is told of the key finds the run cancelled.
                            }
                        });
    }

    /** Hands over what was typed, if somebody listens. */
    private void hand(byte[] chunk) {
        handing.lock();
        try {
            if (isTerminal && isListening) {
                typed.offer(chunk);
            }
        } finally {
            handing.unlock();
        }
    }

    /**
     * Listens to keys from now on.
     *
     * @return false when the terminal hands over lines only
     */
    boolean listenToKeys() {
        boolean byKey = tty.keys();
        reader.look();
        isListening = true;
        return byKey;
    }

    /** Listens to lines from now on, whatever was typed before. */
    void listenToLines() {
        if (isTerminal) {
            tty.lines();
        }
        isListening = true;
    }

    /** Listens no more. */
    void rest() {
        if (!isTerminal) {
            return;
        }
        handing.lock();
        try {
            isListening = false;
            typed.removeIf(chunk -> chunk == CTRL_C_ALONE); // It was for whoever listened.
        } finally {
            handing.unlock();
        }
        if (watchers.isEmpty()) {
            tty.lines();
            reader.pause();
        } else {
            tty.keys();
            reader.look();
        }
    }

    /** Throws away all that was typed until now, once nothing was for so long. */
    void settle(Silence.Length length) throws InterruptedException {
        boolean isQuiet = false;
        while (!isQuiet) {
            forget();
            byte[] chunk = silence.broken(typed, length);
            if (chunk == NO_MORE) {
                typed.offer(NO_MORE);
            }
            isQuiet = chunk == null || chunk == NO_MORE;
        }
        forget();
    }

    /**
     * The next of these keys that comes alone, Ctrl-C, Ctrl-D, or the end. What comes at once was pasted, or is the code of a
     * key that is no letter; and who types on, or a key that is none of these, writes something. Then no key counts until
     * nothing was typed for a while, since a paste and a sentence come in pieces, and any of them may be one letter.
     *
     * @param keys in lower case; capitals count as well
     */
    int key(String keys) throws InterruptedException {
        boolean isTyping = false;
        while (true) {
            byte[] chunk = isTyping ? silence.broken(typed, Silence.Length.QUESTION) : typed.take();
            if (chunk == null) {
                isTyping = false;
                continue;
            }
            int key = key(chunk, keys);
            if (key == CTRL_C || key == END) {
                return key;
            }
            if (!isTyping && key != NO_KEY) {
                byte[] more = silence.broken(typed, Silence.Length.KEY);
                if (more == null) {
                    return key;
                }
                int next = key(more, keys);
                if (next == CTRL_C || next == END) {
                    return next;
                }
            }
            isTyping = true;
        }
    }

    private int key(byte[] chunk, String keys) {
        if (chunk == NO_MORE) {
            typed.offer(NO_MORE);
            return END;
        }
        if (indexOf(chunk, CTRL_C) >= 0) {
            return CTRL_C;
        }
        if (chunk.length > 1) {
            tty.keys(); // A whole line comes when a shell has switched the terminal back, as after Ctrl-Z.
            return NO_KEY;
        }
        int key = Character.toLowerCase(chunk[0] & 0xff);
        return key == CTRL_D || keys.indexOf(key) >= 0 ? key : NO_KEY;
    }

    /** The next line, whenever it was typed. */
    Line waitingLine() throws InterruptedException {
        if (isTerminal && !isListening) {
            tty.lines();
            isListening = true;
        }
        return line();
    }

    /** The next line. */
    Line line() throws InterruptedException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean isCut = false;
        while (true) {
            byte[] chunk = left.length > 0 ? left : nextOfLine();
            left = NO_MORE;
            if (chunk == null) {
                return new Line(line.size() == 0 ? Line.Kind.END : Line.Kind.TYPED, line.toString(charset), isCut);
            }
            if (isTerminal && indexOf(chunk, CTRL_C) >= 0) {
                return new Line(Line.Kind.INTERRUPTED, "", false);
            }
            int end = indexOf(chunk, '\n');
            int length = end < 0 ? chunk.length : end;
            int kept = Math.min(length, MAX_LINE - line.size());
            isCut |= kept < length;
            line.write(chunk, 0, kept);
            if (end >= 0) {
                left = Arrays.copyOfRange(chunk, end + 1, chunk.length);
                isCut |= isTerminal && line.size() >= MAX_TERMINAL_LINE;
                return new Line(Line.Kind.TYPED, withoutReturn(line.toString(charset)), isCut);
            }
        }
    }

    /** Whether more follows at once, as after a paste. */
    boolean hasMore(Duration within) throws InterruptedException {
        if (left.length == 0) {
            byte[] chunk = typed.poll(within.toNanos(), TimeUnit.NANOSECONDS);
            if (chunk == NO_MORE) {
                typed.offer(NO_MORE);
            } else if (chunk != null) {
                left = chunk;
            }
        }
        return left.length > 0;
    }

    private static String withoutReturn(String line) {
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    private void forget() {
        left = NO_MORE;
        reader.drain(() -> {
            boolean hasEnded = typed.contains(NO_MORE);
            typed.clear();
            if (hasEnded) {
                typed.offer(NO_MORE);
            }
        });
    }

    /** What was typed next, or null at the end of it all. */
    private byte @Nullable [] next() throws InterruptedException {
        byte[] chunk = typed.take();
        if (chunk != NO_MORE) {
            return chunk;
        }
        typed.offer(NO_MORE);
        return null;
    }

    private byte @Nullable [] nextOfLine() throws InterruptedException {
        if (typed.isEmpty()) {
            reader.block();
        }
        return next();
    }

    private void take(byte[] chunk) throws InterruptedException {
        if (!isTerminal) {
            typed.put(chunk);
        } else if (indexOf(chunk, CTRL_C) >= 0) {
            interrupt();
        } else {
            hand(chunk);
        }
    }

    private void ended() throws InterruptedException {
        if (isTerminal) {
            typed.clear();
        }
        typed.put(NO_MORE);
    }

    private static int indexOf(byte[] chunk, int wanted) {
        for (int i = 0; i < chunk.length; i++) {
            if (chunk[i] == wanted) {
                return i;
            }
        }
        return -1;
    }
}
