package dev.intellibrix.agenttools.fetch;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a {@code robots.txt} says to one program (RFC 9309): the rules of all groups that name it, or else of those for
 * everybody. Of the rules that match a path the longest counts, and of two equally long ones that which allows. Immutable.
 */
final class RobotsRules {

    private static final RobotsRules NONE = new RobotsRules(List.of());

    private static final Pattern LINE_END = Pattern.compile("\\r\\n?|\\n");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z_-]+");

    private final List<RobotsRule> rules;

    private RobotsRules(List<RobotsRule> rules) {
        this.rules = rules;
    }

    /** Rules that allow everything. */
    static RobotsRules none() {
        return NONE;
    }

    /** The part of a user agent that {@code robots.txt} names it by: {@code mybot} of {@code MyBot/1.0}; may be empty. */
    static String token(String userAgent) {
        Matcher token = TOKEN.matcher(userAgent);
        return token.lookingAt() ? token.group().toLowerCase(Locale.ROOT) : "";
    }

    /** Reads a file; lines that are no rules are passed over, so that a page of HTML is a file without rules. */
    static RobotsRules parse(String text, String token) {
        RobotsReader reader = new RobotsReader(token);
        for (String line : LINE_END.split(text.startsWith("\ufeff") ? text.substring(1) : text, -1)) {
            reader.read(line);
        }
        return new RobotsRules(reader.rules());
    }

    /** Whether a path with its query may be fetched. */
    boolean allows(String pathAndQuery) {
        String path = RobotsRule.normal(pathAndQuery);
        boolean isAllowed = true;
        int longest = -1;
        for (RobotsRule rule : rules) {
            boolean counts = rule.length() > longest || (rule.length() == longest && rule.isAllow());
            if (counts && rule.matches(path)) {
                isAllowed = rule.isAllow();
                longest = rule.length();
            }
        }
        return isAllowed;
    }

    /** How many characters the rules take up, about. */
    int weight() {
        return rules.stream().mapToInt(RobotsRule::weight).sum();
    }
}
