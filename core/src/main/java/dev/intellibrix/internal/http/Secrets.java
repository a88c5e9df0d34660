package dev.intellibrix.internal.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Values that must not be shown, and takes them out of text that a server may have echoed them into. Immutable. */
public final class Secrets {

    /** Shorter values are placeholders such as {@code none}, and taking them out would garble every text. */
    private static final int SHORTEST = 8;

    private final List<String> values;

    private Secrets(List<String> values) {
        this.values = values;
    }

    /** These values; those of fewer than {@value #SHORTEST} characters are no secrets. */
    public static Secrets of(Collection<String> values) {
        List<String> kept = new ArrayList<>();
        for (String value : values) {
            if (value.length() >= SHORTEST) {
                kept.add(value);
            }
        }
        // A value that contains another one goes first, or its rest would stay.
        kept.sort(Comparator.comparingInt(String::length).reversed());
        return new Secrets(List.copyOf(kept));
    }

    /** These values and one more. */
    public Secrets with(String value) {
        List<String> all = new ArrayList<>(values);
        all.add(value);
        return of(all);
    }

    /** The text with every one of the values replaced by {@code ***}. */
    public String redact(String text) {
        String shown = text;
        for (String value : values) {
            shown = shown.replace(value, "***");
        }
        return shown;
    }

    /** Tells how many values there are, and none of them. */
    @Override
    public String toString() {
        return "Secrets[" + values.size() + "]";
    }
}
