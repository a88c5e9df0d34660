package dev.intellibrix.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.util.Collection;
import java.util.List;

/** What of that which was said is told: nothing, or all of it up to a length. */
final class Contents {

    /** How long a text is at most, in characters. */
    static final int MAX_CHARS = 8_000;

    private static final int MAX_ITEMS = 64;
    private static final Contents NONE = new Contents(false);
    private static final Contents ALL = new Contents(true);

    private final boolean told;

    private Contents(boolean told) {
        this.told = told;
    }

    static Contents of(boolean told) {
        return told ? ALL : NONE;
    }

    boolean areTold() {
        return told;
    }

    /** Sets an attribute, where contents are told. */
    void set(Span span, AttributeKey<String> key, String text) {
        if (told) {
            span.setAttribute(key, bounded(text));
        }
    }

    /** Sets an attribute with many values, where contents are told. */
    void setAll(Span span, AttributeKey<List<String>> key, Collection<?> values) {
        if (told && !values.isEmpty()) {
            span.setAttribute(
                    key,
                    values.stream()
                            .limit(MAX_ITEMS)
                            .map(value -> bounded(String.valueOf(value)))
                            .toList());
        }
    }

    /** Marks a span as failed; the message of what was thrown may hold anything. */
    void fail(Span span, Throwable failure) {
        String type = Errors.type(failure);
        span.setAttribute(Keys.ERROR_TYPE, type);
        if (told) {
            span.setStatus(StatusCode.ERROR, bounded(String.valueOf(failure.getMessage())));
        } else {
            span.setStatus(StatusCode.ERROR);
        }
    }

    /** A text that is not too long; a cut is said. */
    static String bounded(String text) {
        if (text.length() <= MAX_CHARS) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_CHARS - 1)) ? MAX_CHARS - 1 : MAX_CHARS;
        return text.substring(0, end) + "... (cut: " + end + " of " + text.length() + " characters)";
    }
}
