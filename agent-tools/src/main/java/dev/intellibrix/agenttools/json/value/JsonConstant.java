package dev.intellibrix.agenttools.json.value;

/** The three values that are words. */
public enum JsonConstant implements JsonValue {
    NULL(Kind.NULL, "null"),
    FALSE(Kind.FALSE, "false"),
    TRUE(Kind.TRUE, "true");

    private final Kind kind;
    private final String word;

    JsonConstant(Kind kind, String word) {
        this.kind = kind;
        this.word = word;
    }

    /** The value of a condition. */
    public static JsonConstant of(boolean value) {
        return value ? TRUE : FALSE;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public boolean isTrue() {
        return this == TRUE;
    }

    @Override
    public String toString() {
        return word;
    }
}
