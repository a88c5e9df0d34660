package dev.intellibrix.agenttools.memory;

import dev.intellibrix.tool.Cancellation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Ranks notes by the words that they share with a query, as Okapi BM25 does: rare words count more than common ones, and a word in
 * a short note more than in a long one. A word of the query also finds words that begin with it, for half of what an equal one
 * counts. A note that has the whole query as it is written comes first.
 */
final class Ranking {

    private static final double SATURATION = 1.2;
    private static final double LENGTH = 0.75;
    private static final double PART = 0.5;
    private static final int SHORTEST_PART = 3;

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
    List<Note> find(String query) {
        Set<String> words = new HashSet<>(Words.of(query));
        String literal = query.strip().toLowerCase(Locale.ROOT);
        List<Hit> hits = new ArrayList<>();
        for (int i = 0; i < notes.size(); i++) {
            cancellation.throwIfCancelled();
            Note note = notes.get(i);
            boolean whole =
                    (note.key() + "\n" + note.text()).toLowerCase(Locale.ROOT).contains(literal);
            double score = score(counts.get(i), words);
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

    private double score(NavigableMap<String, Integer> count, Set<String> words) {
        double norm = SATURATION * (1 - LENGTH + LENGTH * length(count) / averageLength);
        double score = 0;
        for (String word : words) {
            Integer times = count.get(word);
            score += times != null ? rarity(word) * saturated(times, norm) : part(count, word, norm);
        }
        return score;
    }

    private double part(NavigableMap<String, Integer> count, String word, double norm) {
        if (word.length() < SHORTEST_PART) {
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
