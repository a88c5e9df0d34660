package dev.intellibrix.workspace.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Finds the lines of a text that come nearest to some others. It only ever helps to write a better text to look for;
 * nothing is replaced by likeness.
 */
final class NearestLines {

    private static final int MAX_WANTED_LINES = 1_000;
    private static final int COMPARED_CHARS = 500;
    private static final int MAX_COMPARED_CHARS = 20_000;
    private static final int SHOWN_LINES = 12;
    private static final int SHOWN_CHARS = 200;
    private static final double ALIKE = 0.5;

    private static final Pattern SPACE = Pattern.compile("\\s+");

    private final List<String> lines;

    NearestLines(String text) {
        this.lines = List.of(text.split("\\r?\\n", -1));
    }

    /** Where the nearest lines are, how they differ, and what they hold. */
    String describe(String wanted) {
        List<String> parts = List.of(wanted.strip().split("\\r?\\n", MAX_WANTED_LINES));
        int first = mostInARow(parts);
        if (first < 0) {
            first = mostAlike(parts);
        }
        if (first < 0) {
            return "nothing in it comes near; read the file again";
        }
        int last = Math.min(first + parts.size(), lines.size()) - 1;
        String range = first == last ? "line " + (first + 1) : "lines " + (first + 1) + "-" + (last + 1);
        return "the nearest is " + range + difference(lines.subList(first, last + 1), parts) + ":\n"
                + shown(first, last);
    }

    /** Where the most of the wanted lines stand one after the other, white space, case and quotes aside; or -1. */
    private int mostInARow(List<String> wanted) {
        Map<String, List<Integer>> places = new HashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            String line = comparable(wanted.get(i));
            if (line.length() > 1) {
                places.computeIfAbsent(line, ignored -> new ArrayList<>()).add(i);
            }
        }
        Map<Integer, Integer> votes = new HashMap<>();
        int best = -1;
        int most = 0;
        for (int j = 0; j < lines.size(); j++) {
            for (int i : places.getOrDefault(comparable(lines.get(j)), List.of())) {
                int count = votes.merge(j - i, 1, Integer::sum);
                if (count > most && j >= i) {
                    most = count;
                    best = j - i;
                }
            }
        }
        return best;
    }

    /** Where the line stands that is most like the longest of the wanted ones; or -1. */
    private int mostAlike(List<String> wanted) {
        int longest = 0;
        for (int i = 1; i < wanted.size(); i++) {
            longest =
                    wanted.get(i).strip().length() > wanted.get(longest).strip().length() ? i : longest;
        }
        String line = comparable(wanted.get(longest));
        Set<Integer> pairs = pairs(line);
        int best = -1;
        double most = ALIKE;
        for (int j = 0; j < lines.size(); j++) {
            String other = comparable(lines.get(j));
            double alike = !line.isEmpty() && other.contains(line) ? 1 : likeness(pairs, pairs(other));
            if (alike > most) {
                most = alike;
                best = Math.max(j - longest, 0);
            }
        }
        return best;
    }

    /** The pairs of neighbouring characters: texts that share many are alike. */
    private static Set<Integer> pairs(String line) {
        Set<Integer> pairs = new HashSet<>();
        for (int i = 1; i < line.length(); i++) {
            pairs.add(line.charAt(i - 1) << 16 | line.charAt(i));
        }
        return pairs;
    }

    private static double likeness(Set<Integer> one, Set<Integer> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return 0;
        }
        long common = one.stream().filter(other::contains).count();
        return 2.0 * common / (one.size() + other.size());
    }

    private static String difference(List<String> found, List<String> wanted) {
        if (isSame(found, wanted, NearestLines::withoutSpace)) {
            return ", which differs in white space only";
        }
        if (isSame(found, wanted, NearestLines::withPlainMarks)) {
            return ", which differs in typographic quotes, dashes or spaces only";
        }
        return isSame(found, wanted, NearestLines::folded) ? ", which differs in case only" : "";
    }

    private static boolean isSame(List<String> found, List<String> wanted, UnaryOperator<String> fold) {
        String here = String.join("\n", found);
        String there = fold.apply(String.join("\n", wanted));
        return here.length() <= MAX_COMPARED_CHARS
                && !there.isEmpty()
                && fold.apply(here).contains(there);
    }

    /** A line as it is compared; of a long one, its start. */
    private static String comparable(String line) {
        return folded(line.length() > COMPARED_CHARS ? line.substring(0, COMPARED_CHARS) : line);
    }

    private static String folded(String text) {
        return withPlainMarks(text).toLowerCase(Locale.ROOT);
    }

    private static String withPlainMarks(String text) {
        return withoutSpace(text.replace('\u2018', '\'')
                .replace('\u2019', '\'')
                .replace('\u201c', '"')
                .replace('\u201d', '"')
                .replace('\u2013', '-')
                .replace('\u2014', '-')
                .replace('\u2212', '-')
                .replace('\u00a0', ' ')
                .replace("\u2026", "..."));
    }

    private static String withoutSpace(String text) {
        return SPACE.matcher(text).replaceAll(" ").strip();
    }

    private String shown(int first, int last) {
        StringBuilder text = new StringBuilder();
        for (int i = first; i <= last; i++) {
            if (i - first == SHOWN_LINES) {
                return text.append("[... ")
                        .append(last - i + 1)
                        .append(" more]")
                        .toString();
            }
            text.append(i + 1)
                    .append('\t')
                    .append(Cut.line(lines.get(i), SHOWN_CHARS))
                    .append('\n');
        }
        return text.toString().stripTrailing();
    }
}
