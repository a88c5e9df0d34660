package dev.intellibrix.agenttools.ask;

import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.tool.ToolException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The choices of a question: as the model wrote them, and as a person is shown them. No two look alike, as far as that can be
 * told, so that nobody takes one for another.
 *
 * @param written as the model wrote them
 * @param shown as a person sees them, in the same order
 */
record Choices(List<String> written, List<String> shown) {

    static final int MAX = 20;
    static final int MAX_CHARS = 200;

    private static final Pattern WORD_END = Pattern.compile("[^\\p{L}\\p{M}]+");
    private static final Set<Character.UnicodeScript> LOOKING_ALIKE =
            EnumSet.of(Character.UnicodeScript.LATIN, Character.UnicodeScript.GREEK, Character.UnicodeScript.CYRILLIC);

    /**
     * Checks choices.
     *
     * @throws ToolException when they can not be asked
     */
    static Choices of(List<String> written) {
        if (written.size() == 1) {
            throw new ToolException("one choice is none: give at least two, or leave choices out");
        }
        List<String> shown = new ArrayList<>(written.size());
        Map<String, Integer> seen = new HashMap<>();
        Map<String, Integer> asShown = new HashMap<>();
        for (String choice : written) {
            int number = shown.size() + 1;
            requireOneLine(choice, number);
            Integer twin = seen.putIfAbsent(folded(choice), number);
            if (twin == null) {
                twin = asShown.putIfAbsent(VisibleText.line(choice), number);
            }
            if (twin != null) {
                throw new ToolException("choices " + twin + " and " + number + " look alike; give each once");
            }
            shown.add(VisibleText.exactLine(choice));
        }
        return new Choices(List.copyOf(written), List.copyOf(shown));
    }

    private static void requireOneLine(String choice, int number) {
        if (choice.length() > MAX_CHARS) {
            throw new ToolException("choice " + number + " has " + choice.length() + " characters, more than "
                    + MAX_CHARS + "; put the details into the question");
        }
        if (folded(choice).isEmpty()) {
            throw new ToolException("choice " + number + " is blank");
        }
        if (WORD_END.splitAsStream(choice).anyMatch(Choices::mixesAlphabets)) {
            throw new ToolException("choice " + number
                    + " has a word with letters of several alphabets that look alike; write it in one");
        }
        if (choice.codePoints().anyMatch(Choices::breaksLine)) {
            throw new ToolException(
                    "choice " + number + " has a line end or another control character; a choice is one line");
        }
    }

    /** Latin, Greek and Cyrillic share the shapes of many letters. */
    private static boolean mixesAlphabets(String word) {
        return word.codePoints()
                        .mapToObj(Character.UnicodeScript::of)
                        .filter(LOOKING_ALIKE::contains)
                        .distinct()
                        .count()
                > 1;
    }

    private static boolean breaksLine(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL || type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
    }

    /** What is left of a choice when nothing counts that is hardly seen. */
    private static String folded(String choice) {
        StringBuilder seen = new StringBuilder();
        Normalizer.normalize(choice, Normalizer.Form.NFKC)
                .codePoints()
                .filter(c -> c == ' ' || !VisibleText.isHidden(c))
                .forEach(seen::appendCodePoint);
        return seen.toString().strip().replaceAll(" +", " ").toLowerCase(Locale.ROOT);
    }
}
