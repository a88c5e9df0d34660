package dev.intellibrix.agenttools.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a {@code robots.txt} line by line for one program. Not thread-safe. */
final class RobotsReader {

    private static final Pattern LINE = Pattern.compile("\\s*([A-Za-z-]+)\\s*:([^#]*)(#.*)?", Pattern.DOTALL);
    private static final String EVERYBODY = "*";

    /** Further rules are passed over, as what comes after the first half megabyte of a file is. */
    private static final int MAX_RULES = 5_000;

    private static final int MAX_PATTERN = 1_000;

    private final String token;
    private final List<RobotsRule> own = new ArrayList<>();
    private final List<RobotsRule> general = new ArrayList<>();
    private boolean isNamed;

    // Of the group that the line belongs to.
    private boolean isOwn;
    private boolean isGeneral;
    private boolean isInRules;

    /** A reader for the program that is called so; for one without a name only the rules for everybody count. */
    RobotsReader(String token) {
        this.token = token;
    }

    void read(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return;
        }
        String value = matcher.group(2).strip();
        switch (matcher.group(1).toLowerCase(Locale.ROOT)) {
            case "user-agent" -> name(value);
            case "allow" -> rule(value, true);
            case "disallow" -> rule(value, false);
            default -> {} // Site maps and what single search engines have come up with.
        }
    }

    /** The first line of a new group, or one more name for the one whose rules have not begun. */
    private void name(String value) {
        if (isInRules) {
            isOwn = false;
            isGeneral = false;
            isInRules = false;
        }
        isOwn |= !token.isEmpty() && RobotsRules.token(value).equals(token);
        isGeneral |= value.equals(EVERYBODY);
        isNamed |= isOwn;
    }

    private void rule(String value, boolean isAllow) {
        isInRules = true;
        List<RobotsRule> rules = isOwn ? own : general;
        if (value.isEmpty() || !(isOwn || isGeneral) || rules.size() >= MAX_RULES) {
            return;
        }
        if (value.length() <= MAX_PATTERN) {
            rules.add(RobotsRule.of(value, isAllow));
        } else if (!isAllow) {
            // What its beginning forbids is more than what all of it does; a sign for the end is none in the middle.
            rules.add(RobotsRule.of(value.substring(0, MAX_PATTERN) + "*", false));
        }
    }

    /** The rules that count: those of all groups with the program's name, or else those for everybody. */
    List<RobotsRule> rules() {
        return List.copyOf(isNamed ? own : general);
    }
}
