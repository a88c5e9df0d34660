package dev.intellibrix.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * What bash makes of <code>{a,b}</code> in a word: several words. Only words without quotes and expansions, with braces
 * that do not nest, are taken apart, into at most 64 words; the others stay as they are.
 */
final class BraceExpansion {

    private static final int MAX_WORDS = 64;

    private BraceExpansion() {}

    static List<ShellWord> of(List<ShellWord> words) {
        if (words.stream().noneMatch(BraceExpansion::mayExpand)) {
            return words;
        }
        List<ShellWord> expanded = new ArrayList<>();
        for (ShellWord word : words) {
            List<String> parts = mayExpand(word) ? expand(word.text()) : List.of();
            if (parts.isEmpty() || parts.size() > MAX_WORDS) {
                expanded.add(word);
            } else {
                parts.forEach(part -> expanded.add(new ShellWord(part, part, true, false, hasWildcard(part))));
            }
        }
        return expanded;
    }

    private static boolean mayExpand(ShellWord word) {
        return word.plain() && word.pattern() && word.text().indexOf(',') > 0;
    }

    private static boolean hasWildcard(String part) {
        return part.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
    }

    /** The words that a word stands for; none when they are too many. An empty word goes away. */
    private static List<String> expand(String word) {
        List<String> heads = List.of("");
        int at = 0;
        while (at < word.length()) {
            int open = word.indexOf('{', at);
            int close = open < 0 ? -1 : word.indexOf('}', open);
            if (close < 0) {
                break;
            }
            String prefix = word.substring(at, open);
            String inner = word.substring(open + 1, close);
            String[] choices = inner.indexOf(',') >= 0 ? inner.split(",", -1) : new String[] {"{" + inner + "}"};
            if (heads.size() * (long) choices.length > MAX_WORDS) {
                return List.of();
            }
            heads = product(heads, prefix, choices);
            at = close + 1;
        }
        String tail = word.substring(at);
        return heads.stream()
                .map(head -> head + tail)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static List<String> product(List<String> heads, String prefix, String[] choices) {
        List<String> product = new ArrayList<>();
        for (String head : heads) {
            for (String choice : choices) {
                product.add(head + prefix + choice);
            }
        }
        return product;
    }
}
