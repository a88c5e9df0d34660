package dev.intellibrix.agenttools.json.value;

/**
 * A string. Lengths and positions are counted in code points.
 *
 * @param text the string
 */
public record JsonText(String text) implements JsonValue {

    @Override
    public Kind kind() {
        return Kind.STRING;
    }

    @Override
    public long weight() {
        return 1L + text.length() / 8;
    }

    /** How many code points it has. */
    public int length() {
        return text.codePointCount(0, text.length());
    }

    /** The code points from one position to another, both within its length. */
    public JsonText slice(int from, int to) {
        int start = text.offsetByCodePoints(0, from);
        return new JsonText(text.substring(start, text.offsetByCodePoints(start, to - from)));
    }
}
