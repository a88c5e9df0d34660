package dev.intellibrix.internal.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds what somebody may have meant who wrote a name that there is not. */
public final class NearestNames {

    private static final int MAX_SUGGESTIONS = 3;
    private static final int MAX_LENGTH = 64;

    private NearestNames() {}

    /** Those of the names that are near enough to this one, at most three, the nearest first. */
    public static List<String> of(String name, Collection<String> names) {
        record Candidate(String name, int distance) {}
        List<Candidate> candidates = new ArrayList<>();
        String wanted = name.length() > MAX_LENGTH ? name.substring(0, MAX_LENGTH) : name;
        for (String known : names) {
            int distance = distance(wanted, known);
            if (distance <= Math.max(2, known.length() / 2)) {
                candidates.add(new Candidate(known, distance));
            }
        }
        return candidates.stream()
                .sorted(Comparator.comparingInt(Candidate::distance))
                .limit(MAX_SUGGESTIONS)
                .map(Candidate::name)
                .toList();
    }

    /** Levenshtein's distance, with one row of memory. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
