package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.agenttools.json.value.JsonWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The results so far, as text: one a line, up to the bounds. */
final class Results implements Sink {

    private final StringBuilder text = new StringBuilder();
    private final int maxResults;
    private final int maxChars;
    private int count;
    private @Nullable String cut;

    Results(int maxResults, int maxChars) {
        this.maxResults = maxResults;
        this.maxChars = maxChars;
    }

    @Override
    public boolean accept(JsonValue value, @Nullable Path at) {
        if (count == maxResults) {
            cut = String.format(
                    Locale.ROOT,
                    "cut after %,d results; there are more: narrow the query, count them with length, or raise maxResults",
                    count);
            return false;
        }
        if (count > 0) {
            text.append('\n');
        }
        count++;
        if (new JsonWriter(text, maxChars).write(value)) {
            return true;
        }
        cut = String.format(
                Locale.ROOT,
                "cut at %,d characters, within result %,d: select fewer or smaller values",
                maxChars,
                count);
        return false;
    }

    int count() {
        return count;
    }

    String text() {
        return text.toString();
    }

    /** What was left out; null when nothing was. */
    @Nullable String cut() {
        return cut;
    }
}
