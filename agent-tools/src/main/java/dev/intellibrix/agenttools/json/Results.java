package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.agenttools.json.value.JsonWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The results so far, as text: one a line, up to the bounds. */
final class Results implements Sink {

    private final StringBuilder text = new StringBuilder();
    private final Run run;
    private final int maxResults;
    private final int mostResults;
    private final int maxChars;
    private int count;
    private @Nullable String cut;

    /**
     * No results so far.
     *
     * @param run whose memory the text takes
     * @param maxResults how many there may be
     * @param mostResults how many the model may ask for
     * @param maxChars how long the text may become
     */
    Results(Run run, int maxResults, int mostResults, int maxChars) {
        this.run = run;
        this.mostResults = mostResults;
        this.maxResults = maxResults;
        this.maxChars = maxChars;
    }

    @Override
    public boolean accept(JsonValue value, @Nullable Path at) {
        if (count == maxResults) {
            cut = String.format(
                    Locale.ROOT, "cut after %,d results; there are more: narrow the query%s", count, raising());
            return false;
        }
        if (count > 0) {
            text.append('\n');
        }
        count++;
        int before = text.length();
        boolean whole = new JsonWriter(text, maxChars).write(value);
        run.retain(2L * (text.length() - before));
        if (whole) {
            return true;
        }
        cut = String.format(
                Locale.ROOT,
                "cut at %,d characters, within result %,d: select fewer or smaller values",
                maxChars,
                count);
        return false;
    }

    private String raising() {
        return maxResults < mostResults
                ? String.format(Locale.ROOT, ", or raise maxResults, up to %,d", mostResults)
                : "";
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
