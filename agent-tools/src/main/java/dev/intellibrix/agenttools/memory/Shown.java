package dev.intellibrix.agenttools.memory;

import dev.intellibrix.message.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A note as the model sees it, as data: no text of a note can look like a part of the answer around it.
 *
 * @param cut how many characters the text has, when it is not all shown
 */
record Shown(
        String key,
        String text,
        String author,
        String savedAt,
        String trust,
        List<String> because,
        Optional<Integer> cut) {

    private static final int FEW_ORIGINS = 3;

    /**
     * Several notes.
     *
     * @param total how many there are in all, or that a search found
     * @param note what has to be said about them
     */
    record Page(List<Shown> notes, int total, Optional<String> note) {}

    static Shown whole(Note note) {
        return of(note, note.text(), Integer.MAX_VALUE);
    }

    /** With at most so many characters of its text, from a place on, and a few of its origins. */
    static Shown part(Note note, int from, int chars) {
        String text = note.text();
        if (text.length() <= chars) {
            return of(note, text, FEW_ORIGINS);
        }
        int start = boundary(text, Math.max(0, Math.min(from, text.length() - chars)));
        int end = boundary(text, start + chars);
        return of(
                note,
                (start > 0 ? "..." : "") + text.substring(start, end) + (end < text.length() ? "..." : ""),
                FEW_ORIGINS);
    }

    private static int boundary(String text, int index) {
        return index > 0 && index < text.length() && Character.isLowSurrogate(text.charAt(index)) ? index - 1 : index;
    }

    private static Shown of(Note note, String text, int maxOrigins) {
        return new Shown(
                note.key(),
                text,
                note.author(),
                note.savedAt().toString(),
                note.label().trust().name().toLowerCase(Locale.ROOT),
                because(note, maxOrigins),
                text.equals(note.text())
                        ? Optional.empty()
                        : Optional.of(note.text().length()));
    }

    private static List<String> because(Note note, int max) {
        List<String> all = note.label().origins().stream().map(Origin::toString).toList();
        if (all.size() <= max) {
            return all;
        }
        List<String> few = new ArrayList<>(all.subList(0, max));
        few.add("and " + (all.size() - max) + " more");
        return few;
    }
}
