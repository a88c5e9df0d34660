package dev.intellibrix.agenttools.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * The classes and ids that the page's own style sheets hide: those of rules for just one class or id, outside of any
 * condition such as {@code @media print}, unless another rule that mentions the name shows it again, and not only while the
 * reader does something. Immutable.
 */
final class StyleRules {

    /** The characters of style sheets that are read at most. */
    private static final int MAX_LENGTH = 2_000_000;

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?(?:\\*/|$)", Pattern.DOTALL);
    private static final Pattern SIMPLE = Pattern.compile("(?:[a-z]\\w*)?([.#][\\w-]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern NAME = Pattern.compile("[.#][\\w-]+");

    /** What holds for every reader at a screen. */
    private static final Pattern ALWAYS =
            Pattern.compile("(?i)@media\\s+(?:only\\s+)?(?:all|screen)|@media|@(?:layer|supports)\\b[^{]*");

    private final Set<String> hidden = new HashSet<>();
    private final Set<String> shown = new HashSet<>();
    private final Set<String> hiddenClasses = new HashSet<>();
    private final Set<String> hiddenIds = new HashSet<>();

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
        rules.hidden.forEach(
                name -> (name.startsWith("#") ? rules.hiddenIds : rules.hiddenClasses).add(name.substring(1)));
        return rules;
    }

    boolean hideId(String id) {
        return hiddenIds.contains(id);
    }

    boolean hideClass(String name) {
        return hiddenClasses.contains(name);
    }

    /** Goes from brace to brace: what stands before an opening one is a selector or the head of a group of rules. */
    private void read(String sheet) {
        Deque<Boolean> always =
                new ArrayDeque<>(); // Of each brace that is open, whether it and all around it always hold.
        int start = 0;
        String selector = "";
        for (int i = 0; i < sheet.length(); i++) {
            char c = sheet.charAt(i);
            if (c == '{') {
                selector = sheet.substring(start, i).strip();
                always.push(isAlways(always) && ALWAYS.matcher(selector).matches());
                start = i + 1;
            } else if (c == '}') {
                always.poll();
                rule(selector, sheet.substring(start, i), !isAlways(always));
                selector = "";
                start = i + 1;
            } else if (c == ';' && always.isEmpty()) {
                start = i + 1;
            }
        }
    }

    private static boolean isAlways(Deque<Boolean> open) {
        return open.isEmpty() || open.peek();
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
            } else if (!hides && style.maySetVisible() && one.indexOf(':') < 0) {
                NAME.matcher(one).results().forEach(name -> shown.add(name.group()));
            }
        }
    }
}
