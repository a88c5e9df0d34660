package dev.intellibrix.message;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/**
 * The trust of content together with the sources that explain it. Labels only ever get lower: {@link #join} is the one
 * way to combine them, and nothing raises the result above its inputs.
 *
 * @param trust the level
 * @param origins the sources that the level comes from, at most {@value #MAX_ORIGINS}; when there were more, one of them is
 *     of the kind {@link Origin.Kind#OVERFLOW}
 */
public record Label(Trust trust, Set<Origin> origins) {

    /** How many origins a label lists. */
    public static final int MAX_ORIGINS = 64;

    /** Trusted content without a particular source: what the developer or the user wrote. */
    public static final Label TRUSTED = new Label(Trust.TRUSTED, Set.of());

    private static final Origin OVERFLOW = Origin.of(Origin.Kind.OVERFLOW, "");

    public Label {
        Objects.requireNonNull(trust, "trust");
        origins = bounded(origins);
    }

    /** A label for trusted content from these sources. */
    public static Label trusted(Origin... origins) {
        return new Label(Trust.TRUSTED, new LinkedHashSet<>(Arrays.asList(origins)));
    }

    /** A label for untrusted content from these sources. */
    public static Label untrusted(Origin... origins) {
        return new Label(Trust.UNTRUSTED, new LinkedHashSet<>(Arrays.asList(origins)));
    }

    /**
     * The label of what is made from both: the lower trust, with the origins of those that have it, so that the origins
     * of an untrusted label are the untrusted sources and no others.
     */
    public Label join(Label other) {
        if (trust != other.trust) {
            return trust == Trust.UNTRUSTED ? this : other;
        }
        if (origins.containsAll(other.origins)) {
            return this;
        }
        if (other.origins.containsAll(origins)) {
            return other;
        }
        Set<Origin> all = new LinkedHashSet<>(origins);
        all.addAll(other.origins);
        return new Label(trust, all);
    }

    /** Reads what {@link #toJson} wrote; whatever is missing or cannot be read makes it untrusted. Never throws. */
    public static Label fromJson(String json) {
        return MessageJson.readLabel(json);
    }

    /** This label as a JSON object. */
    public String toJson() {
        return MessageJson.writeLabel(this);
    }

    /** Whether the trust is {@link Trust#UNTRUSTED}. */
    public boolean isUntrusted() {
        return trust == Trust.UNTRUSTED;
    }

    /** As a person reads it: {@code untrusted, because of file README.md, url https://example.org/}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(trust == Trust.UNTRUSTED ? "untrusted" : "trusted");
        String separator = trust == Trust.UNTRUSTED ? ", because of " : ", from ";
        for (Origin origin : origins) {
            text.append(separator).append(origin.kind() == Origin.Kind.OVERFLOW ? "more sources" : origin.toString());
            separator = ", ";
        }
        return text.toString();
    }

    private static Set<Origin> bounded(Set<Origin> origins) {
        if (origins.isEmpty()) {
            return Set.of();
        }
        if (origins.size() <= MAX_ORIGINS) {
            return Collections.unmodifiableSet(new LinkedHashSet<>(origins));
        }
        Set<Origin> kept = new LinkedHashSet<>();
        for (Origin origin : origins) {
            if (kept.size() == MAX_ORIGINS - 1) {
                break;
            }
            kept.add(origin);
        }
        kept.add(OVERFLOW);
        return Collections.unmodifiableSet(kept);
    }
}
