package dev.intellibrix.agenttools.memory;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What is sought: words, and the text of the query as it is written. Words of one letter count only when there are no others, since
 * they stand everywhere. Immutable.
 */
final class Query {

    /** Words as short as this also find longer ones, and a text as short as this is found as it is written. */
    private static final int SHORTEST_PART = 3;

    private final String literal;
    private final Map<String, List<String>> words = new LinkedHashMap<>();
    private final Set<String> forms = new HashSet<>();
    private final int longest;

    Query(String text) {
        this.literal = text.strip().toLowerCase(Locale.ROOT);
        List<String> all = Words.of(text);
        boolean anyLonger = all.stream().anyMatch(word -> !isOneLetter(word));
        all.stream()
                .filter(word -> !(anyLonger && isOneLetter(word)))
                .forEach(word -> words.computeIfAbsent(word, Query::otherNumber));
        words.values().forEach(forms::addAll);
        this.longest = words.keySet().stream().mapToInt(String::length).max().orElse(0);
    }

    private static boolean isOneLetter(String word) {
        return word.codePointCount(0, word.length()) < 2;
    }

    /** The words, each with what its plural or its singular may be. */
    Map<String, List<String>> words() {
        return words;
    }

    /** Whether a text has the whole query as it is written; not for one that is so short that it stands in many words. */
    boolean standsIn(String text) {
        return literal.length() >= SHORTEST_PART
                && text.toLowerCase(Locale.ROOT).contains(literal);
    }

    /** Whether a word of a text is one that is sought, in this or in a longer form. */
    boolean finds(String word) {
        if (words.containsKey(word) || forms.contains(word)) {
            return true;
        }
        for (int end = SHORTEST_PART; end <= Math.min(longest, word.length()); end++) {
            if (words.containsKey(word.substring(0, end))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a word also finds those that begin with it. */
    static boolean findsLonger(String word) {
        return word.length() >= SHORTEST_PART;
    }

    /**
     * The plural of an English word, or its singular, as far as the spelling tells. Some of these are no words; they find
     * nothing.
     */
    private static List<String> otherNumber(String word) {
        List<String> forms = new ArrayList<>();
        if (word.length() < SHORTEST_PART) {
            return forms;
        }
        forms.add(word + "s");
        forms.add(word + "es");
        addStem(forms, word, "y", "ies");
        addStem(forms, word, "ies", "y");
        addStem(forms, word, "es", "");
        addStem(forms, word, "s", "");
        return forms;
    }

    private static void addStem(List<String> forms, String word, String ending, String other) {
        if (word.endsWith(ending) && word.length() - ending.length() + other.length() >= SHORTEST_PART) {
            forms.add(word.substring(0, word.length() - ending.length()) + other);
        }
    }
}
