package dev.intellibrix.agenttools.json.value;

/** What a value is. The order of the constants is the order of the types when values are sorted. */
public enum Kind {
    NULL("null"),
    FALSE("boolean"),
    TRUE("boolean"),
    NUMBER("number"),
    STRING("string"),
    ARRAY("array"),
    OBJECT("object");

    private final String typeName;

    Kind(String typeName) {
        this.typeName = typeName;
    }

    /** The name that {@code type} answers with. */
    public String typeName() {
        return typeName;
    }
}
