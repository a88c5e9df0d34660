package dev.intellibrix.agenttools.json.value;

/** Writes values as compact JSON, up to a number of characters. */
public final class JsonWriter {

    private static final String HEX = "0123456789abcdef";

    private final StringBuilder out;
    private final int limit;

    /**
     * A writer.
     *
     * @param out where to
     * @param limit how long {@code out} may become
     */
    public JsonWriter(StringBuilder out, int limit) {
        this.out = out;
        this.limit = limit;
    }

    /** Writes as much of a value as fits; false when a part of it was left out. */
    public boolean write(JsonValue value) {
        emit(value);
        if (out.length() <= limit) {
            return true;
        }
        out.setLength(limit > 0 && Character.isHighSurrogate(out.charAt(limit - 1)) ? limit - 1 : limit);
        return false;
    }

    /** Writes a value; stops soon after the limit. */
    private void emit(JsonValue value) {
        if (value instanceof JsonText text) {
            quote(text.text());
        } else if (value instanceof JsonArray array) {
            array(array);
        } else if (value instanceof JsonObject object) {
            object(object);
        } else {
            out.append(value);
        }
    }

    private void array(JsonArray array) {
        out.append('[');
        for (int i = 0; i < array.size() && out.length() <= limit; i++) {
            if (i > 0) {
                out.append(',');
            }
            emit(array.get(i));
        }
        out.append(']');
    }

    private void object(JsonObject object) {
        out.append('{');
        for (int i = 0; i < object.size() && out.length() <= limit; i++) {
            if (i > 0) {
                out.append(',');
            }
            quote(object.key(i));
            out.append(':');
            emit(object.value(i));
        }
        out.append('}');
    }

    private void quote(String text) {
        out.append('"');
        int start = 0;
        int end = (int) Math.min(text.length(), (long) limit + 1);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\' || c == 0x7f || Character.isSurrogate(c)) {
                if (Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1))) {
                    i++;
                    continue;
                }
                out.append(text, start, i);
                escape(c);
                start = i + 1;
            }
        }
        out.append(text, Math.min(start, end), end).append('"');
    }

    private void escape(char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            default -> {
                if (Character.isSurrogate(c)) {
                    out.append('\ufffd');
                } else {
                    out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
                }
            }
        }
    }
}
