package dev.intellibrix.agenttools.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The words in the class and the id of a part, which tell what its author calls it. */
final class ClassWords {

    private static final int MAX_LENGTH = 400;

    private static final int MAX_ID = 100;

    /** A name of more words is made of a heading, whose words tell what the text is about. */
    private static final int MAX_WORDS = 3;

    private final List<String> words;

    private ClassWords(List<String> words) {
        this.words = words;
    }

    static ClassWords of(Part part) {
        List<String> words = new ArrayList<>();
        String names = part.attribute("class", MAX_LENGTH) + " " + part.attribute("id", MAX_ID);
        for (String name : names.split("\\s+", -1)) {
            List<String> some = split(name);
            if (some.size() <= MAX_WORDS) {
                words.addAll(some);
            }
        }
        return new ClassWords(words);
    }

    /** Words in lower case: {@code postShare-links_2} is post, share, links, 2. */
    private static List<String> split(String source) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < source.length(); i++) {
            char c = source.charAt(i);
            boolean letter = Character.isLetterOrDigit(c);
            boolean hump = Character.isUpperCase(c) && i > 0 && Character.isLowerCase(source.charAt(i - 1));
            if ((!letter || hump) && word.length() > 0) {
                words.add(word.toString().toLowerCase(Locale.ROOT));
                word.setLength(0);
            }
            if (letter) {
                word.append(c);
            }
        }
        if (word.length() > 0) {
            words.add(word.toString().toLowerCase(Locale.ROOT));
        }
        return words;
    }

    boolean hasAny(Set<String> wanted) {
        for (String word : words) {
            if (wanted.contains(word)) {
                return true;
            }
        }
        return false;
    }
}
