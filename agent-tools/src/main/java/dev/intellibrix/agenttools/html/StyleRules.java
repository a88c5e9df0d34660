package dev.intellibrix.agenttools.html;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * The classes and ids that the page's own style sheets hide: those of rules for just one class or id, outside of any
 * condition such as {@code @media}, unless another rule that mentions the name shows it again. Immutable.
 */
final class StyleRules {

    /** The characters of style sheets that are read at most. */
    private static final int MAX_LENGTH = 500_000;

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?(?:\\*/|$)", Pattern.DOTALL);
    private static final Pattern SIMPLE = Pattern.compile("(?:[a-z]\\w*)?([.#][\\w-]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern NAME = Pattern.compile("[.#][\\w-]+");

    private final Set<String> hidden = new HashSet<>();
    private final Set<String> shown = new HashSet<>();

    private StyleRules() {}

    static StyleRules of(Document document) {
        StyleRules rules = new StyleRules();
        int left = MAX_LENGTH;
        for (Element style : document.getElementsByTag("style")) {
            String sheet = style.data();
            rules.read(COMMENT.matcher(sheet.substring(0, Math.min(left, sheet.length())))
                    .replaceAll(""));
            left = Math.max(0, left - sheet.length());
        }
        rules.hidden.removeAll(rules.shown);
        return rules;
    }

    boolean hide(String id, List<String> classes) {
        if (hidden.isEmpty()) {
            return false;
        }
        return (!id.isEmpty() && hidden.contains("#" + id))
                || classes.stream().anyMatch(name -> hidden.contains("." + name));
    }

    /** Goes from brace to brace: what stands before an opening one is a selector or the head of a group of rules. */
    private void read(String sheet) {
        int depth = 0;
        int start = 0;
        String selector = "";
        for (int i = 0; i < sheet.length(); i++) {
            char c = sheet.charAt(i);
            if (c == '{') {
                selector = sheet.substring(start, i).strip();
                depth++;
                start = i + 1;
            } else if (c == '}') {
                rule(selector, sheet.substring(start, i), depth > 1);
                selector = "";
                depth = Math.max(0, depth - 1);
                start = i + 1;
            } else if (c == ';' && depth == 0) {
                start = i + 1;
            }
        }
    }

    private void rule(String selector, String declarations, boolean conditional) {
        if (selector.isEmpty() || selector.startsWith("@")) {
            return;
        }
        InlineStyle style = InlineStyle.of(declarations);
        boolean hides = style.hides();
        for (String one : selector.split(",", -1)) {
            Matcher simple = SIMPLE.matcher(one.strip());
            if (hides && !conditional && simple.matches()) {
                hidden.add(simple.group(1));
            } else if (!hides && style.maySetVisible()) {
                NAME.matcher(one).results().forEach(name -> shown.add(name.group()));
            }
        }
    }
}
