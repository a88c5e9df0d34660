package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Reads of each value of a file what a query needs: one member, whose elements it may take while they are read. The rest is
 * passed over, which is checked to be JSON, but takes no memory. For one thread.
 */
final class Narrowing {

    private final ValueReader reader;
    private final List<String> keys;
    private final @Nullable BooleanSupplier elements;
    private boolean taken;
    private boolean more = true;

    /**
     * A reader of one member.
     *
     * @param keys where it is, from the outermost key on; none for the whole value
     * @param elements takes the elements of the array that the member is, by {@link ValueReader#nextElement}, and says whether
     *     more is wanted; null when the array is wanted as a whole
     */
    Narrowing(ValueReader reader, List<String> keys, @Nullable BooleanSupplier elements) {
        this.reader = reader;
        this.keys = keys;
        this.elements = elements;
    }

    /** A key that stands twice, the first time with what was already used, although the last one counts. */
    static final class RepeatedKeyException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        RepeatedKeyException() {
            super("repeated key", null, false, false);
        }
    }

    /** Whether more values are wanted, after the elements of one were taken. */
    boolean wantsMore() {
        return more;
    }

    /**
     * What is needed of the value that the reader has come to: an object that has the member and nothing else, or the value
     * itself when it is no object, or so for an inner value. Null when elements were taken instead.
     *
     * @throws RepeatedKeyException when elements were taken that should not have been
     */
    @Nullable JsonValue read() {
        taken = false;
        try {
            JsonValue value = at(0);
            return taken ? null : value;
        } catch (JacksonException e) {
            throw reader.malformed(e);
        }
    }

    private JsonValue at(int level) {
        if (level < keys.size() && reader.isAtObject()) {
            return within(level);
        }
        if (level < keys.size() || elements == null || !reader.isAtArray()) {
            return reader.value(level);
        }
        taken = true;
        reader.enterArray();
        more = elements.getAsBoolean();
        if (more) {
            reader.skipElements();
        }
        return JsonObject.EMPTY;
    }

    private JsonValue within(int level) {
        JsonObject.Builder narrow = new JsonObject.Builder();
        String wanted = keys.get(level);
        for (String key = reader.nextKey(); key != null; key = reader.nextKey()) {
            if (!key.equals(wanted)) {
                reader.skip();
                continue;
            }
            if (taken) {
                throw new RepeatedKeyException();
            }
            narrow.put(key, at(level + 1));
            if (!more) {
                break;
            }
        }
        return narrow.build();
    }
}
