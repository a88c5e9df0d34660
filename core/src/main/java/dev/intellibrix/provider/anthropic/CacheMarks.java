package dev.intellibrix.provider.anthropic;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Marks up to where the server is to cache a prompt: after what stays, which is the tools and the system prompt, and after
 * the last two messages that are not the model's, so that each request reads what the one before has written. Immutable.
 */
final class CacheMarks {

    /** What stands behind the last block of a message: the end of the block, of the content and of the message. */
    private static final int END_OF_MESSAGE = "}]}".length();

    private static final int END_OF_BLOCK = "}".length();
    private static final int MARKED_MESSAGES = 2;

    private final byte[] mark;

    private CacheMarks(String mark) {
        this.mark = mark.getBytes(StandardCharsets.UTF_8);
    }

    static CacheMarks none() {
        return new CacheMarks("");
    }

    static CacheMarks forFiveMinutes() {
        return new CacheMarks(",\"cache_control\":{\"type\":\"ephemeral\"}");
    }

    static CacheMarks forAnHour() {
        return new CacheMarks(",\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}");
    }

    /**
     * Puts marks into the encoded lists.
     *
     * @param isUsers which of the messages are not the model's
     */
    void mark(List<byte[]> tools, List<byte[]> system, List<byte[]> messages, List<Boolean> isUsers) {
        if (mark.length == 0) {
            return;
        }
        markLast(system.isEmpty() ? tools : system);
        int left = MARKED_MESSAGES;
        for (int i = messages.size() - 1; i >= 0 && left > 0; i--) {
            if (isUsers.get(i)) {
                messages.set(i, marked(messages.get(i), END_OF_MESSAGE));
                left--;
            }
        }
    }

    private void markLast(List<byte[]> blocks) {
        if (!blocks.isEmpty()) {
            int last = blocks.size() - 1;
            blocks.set(last, marked(blocks.get(last), END_OF_BLOCK));
        }
    }

    private byte[] marked(byte[] json, int fromEnd) {
        byte[] form = new byte[json.length + mark.length];
        int at = json.length - fromEnd;
        System.arraycopy(json, 0, form, 0, at);
        System.arraycopy(mark, 0, form, at, mark.length);
        System.arraycopy(json, at, form, at + mark.length, fromEnd);
        return form;
    }
}
