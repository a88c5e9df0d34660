package dev.intellibrix.agenttools.html;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of a reference's words a text has, and how many of its words are not in the reference. Words are counted with
 * their number; each sign of Chinese, Japanese and Korean is a word.
 *
 * @param found the share of the reference's words that are in the text, 0 to 1
 * @param foreign the share of the text's words that are not in the reference, 0 to 1
 */
record WordMeasure(double found, double foreign) {

    private static final Pattern WORD = Pattern.compile(
            "[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}]|[\\p{L}\\p{N}\\p{M}&&[^\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}]]+");

    private static final Pattern TARGET =
            Pattern.compile("]\\((?:[^()\\s]|\\([^()\\s]*\\)){0,2500}(?: \"(?:\\\\.|[^\"\\\\]){0,500}\")?\\)");
    private static final Pattern PICTURE = Pattern.compile("!\\[(?:\\\\.|[^\\]\\\\]){0,3000}]");
    private static final Pattern FENCE = Pattern.compile("(?m)^([> ]*(?:- |\\d+\\. )*)(`{3,})[^`\\n]*$");

    static WordMeasure of(String markdown, String reference) {
        Map<String, Integer> wanted = words(reference);
        Map<String, Integer> got = words(plain(markdown));
        int common = 0;
        for (Map.Entry<String, Integer> word : got.entrySet()) {
            common += Math.min(word.getValue(), wanted.getOrDefault(word.getKey(), 0));
        }
        int reached = sum(wanted);
        int all = sum(got);
        return new WordMeasure(reached == 0 ? 1 : (double) common / reached, all == 0 ? 0 : 1 - (double) common / all);
    }

    boolean isGood() {
        return found >= 0.9 && foreign <= 0.1;
    }

    /** The words of Markdown without its markup: no pictures, no addresses, no languages of fences. */
    static String plain(String markdown) {
        String text = PICTURE.matcher(TARGET.matcher(markdown).replaceAll("]")).replaceAll(" ");
        return FENCE.matcher(text).replaceAll("$1").replace("<br>", " ").replace("\\", "");
    }

    static Map<String, Integer> words(String text) {
        Map<String, Integer> words = new HashMap<>();
        Matcher matcher =
                WORD.matcher(Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT));
        while (matcher.find()) {
            words.merge(matcher.group(), 1, Integer::sum);
        }
        return words;
    }

    private static int sum(Map<String, Integer> words) {
        return words.values().stream().mapToInt(Integer::intValue).sum();
    }
}
