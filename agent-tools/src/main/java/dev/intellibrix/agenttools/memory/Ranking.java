package dev.intellibrix.agenttools.memory;

import dev.intellibrix.tool.Cancellation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Ranks notes by the words that they share with a query, as Okapi BM25 does: rare words count more than common ones, and a word in
 * a short note more than in a long one. A word of the query also finds its plural or singular, for a little less than an equal one
 * counts, or else words that begin with it, for half of that. A note that has the whole query as it is written comes first.
 */
final class Ranking {

    private static final double SATURATION = 1.2;
    private static final double LENGTH = 0.75;
    private static final double OTHER_NUMBER = 0.9;
    private static final double PART = 0.5;

    /** Words of the key count as if they stood in the text so many times. */
    private static final int KEY_WEIGHT = 3;

    private final List<Note> notes;
    private final List<NavigableMap<String, Integer>> counts = new ArrayList<>();
    private final Map<String, Integer> notesWith = new HashMap<>();
    private final Cancellation cancellation;
    private final double averageLength;

    Ranking(List<Note> notes, Cancellation cancellation) {
        this.notes = notes;
        this.cancellation = cancellation;
        for (Note note : notes) {
            cancellation.throwIfCancelled();
            NavigableMap<String, Integer> count = new TreeMap<>();
            Words.of(note.key()).forEach(word -> count.merge(word, KEY_WEIGHT, Integer::sum));
            Words.of(note.text()).forEach(word -> count.merge(word, 1, Integer::sum));
            count.keySet().forEach(word -> notesWith.merge(word, 1, Integer::sum));
            counts.add(count);
        }
        this.averageLength =
                Math.max(1, counts.stream().mapToInt(Ranking::length).average().orElse(1));
    }

    private static int length(Map<String, Integer> count) {
        return count.values().stream().mapToInt(Integer::intValue).sum();
    }

    private record Hit(Note note, boolean literal, double score) {}

    /** The notes that a query finds, the best first; of equal ones the newest. */
    List<Note> find(Query query) {
        List<Hit> hits = new ArrayList<>();
        for (int i = 0; i < notes.size(); i++) {
            cancellation.throwIfCancelled();
            Note note = notes.get(i);
            boolean whole = query.standsIn(note.key() + "\n" + note.text());
            double score = score(counts.get(i), query.words());
            if (whole || score > 0) {
                hits.add(new Hit(note, whole, score));
            }
        }
        hits.sort(Comparator.comparing(Hit::literal)
                .thenComparing(Hit::score)
                .thenComparing(hit -> hit.note().savedAt())
                .reversed());
        return hits.stream().map(Hit::note).collect(Collectors.toList());
    }

    private double score(NavigableMap<String, Integer> count, Map<String, List<String>> words) {
        double norm = SATURATION * (1 - LENGTH + LENGTH * length(count) / averageLength);
        double score = 0;
        for (Map.Entry<String, List<String>> each : words.entrySet()) {
            double equal = equal(count, each.getKey(), norm);
            score += equal > 0 ? equal : otherForm(count, each.getKey(), each.getValue(), norm);
        }
        return score;
    }

    private double otherForm(NavigableMap<String, Integer> count, String word, List<String> otherNumber, double norm) {
        double best = 0;
        for (String form : otherNumber) {
            best = Math.max(best, OTHER_NUMBER * equal(count, form, norm));
        }
        return best > 0 ? best : part(count, word, norm);
    }

    private double equal(Map<String, Integer> count, String word, double norm) {
        Integer times = count.get(word);
        return times == null ? 0 : rarity(word) * saturated(times, norm);
    }

    private double part(NavigableMap<String, Integer> count, String word, double norm) {
        if (!Query.findsLonger(word)) {
            return 0;
        }
        double best = 0;
        for (Map.Entry<String, Integer> entry : count.tailMap(word).entrySet()) {
            if (!entry.getKey().startsWith(word)) {
                break; // They are sorted, so no later one does.
            }
            best = Math.max(best, PART * rarity(entry.getKey()) * saturated(entry.getValue(), norm));
        }
        return best;
    }

    private static double saturated(int times, double norm) {
        return times * (SATURATION + 1) / (times + norm);
    }

    private double rarity(String word) {
        int with = notesWith.getOrDefault(word, 0);
        return Math.log(1 + (notes.size() - with + 0.5) / (with + 0.5));
    }
}
