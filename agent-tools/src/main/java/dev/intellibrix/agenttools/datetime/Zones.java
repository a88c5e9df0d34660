package dev.intellibrix.agenttools.datetime;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.tool.ToolException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRulesProvider;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The time zones by name: those of the IANA time zone database in any case, and plain offsets. Immutable. */
final class Zones {

    /** What people abbreviate, and the zones that they may mean: the letters alone do not say which. */
    private static final Map<String, String> ABBREVIATIONS = Map.ofEntries(
            Map.entry("EST", "America/New_York, or Etc/GMT+5 without daylight saving"),
            Map.entry("EDT", "America/New_York"),
            Map.entry("CST", "America/Chicago, Asia/Shanghai or America/Havana"),
            Map.entry("CDT", "America/Chicago or America/Havana"),
            Map.entry("MST", "America/Denver, or America/Phoenix without daylight saving"),
            Map.entry("MDT", "America/Denver"),
            Map.entry("PST", "America/Los_Angeles or Asia/Manila"),
            Map.entry("PDT", "America/Los_Angeles"),
            Map.entry("AST", "America/Halifax or Asia/Riyadh"),
            Map.entry("HST", "Pacific/Honolulu"),
            Map.entry("AKST", "America/Anchorage"),
            Map.entry("IST", "Asia/Kolkata, Europe/Dublin or Asia/Jerusalem"),
            Map.entry("BST", "Europe/London or Asia/Dhaka"),
            Map.entry("CEST", "Europe/Berlin"),
            Map.entry("EEST", "Europe/Athens"),
            Map.entry("MSK", "Europe/Moscow"),
            Map.entry("JST", "Asia/Tokyo"),
            Map.entry("KST", "Asia/Seoul"),
            Map.entry("SGT", "Asia/Singapore"),
            Map.entry("AEST", "Australia/Brisbane or Australia/Sydney"),
            Map.entry("AEDT", "Australia/Sydney"),
            Map.entry("NZST", "Pacific/Auckland"));

    private static final Pattern PLAIN_OFFSET = Pattern.compile("(UTC|GMT|UT)?([+\\u2212-])([0-9]{1,2}):?([0-9]{2})?");
    private static final Pattern POSIX = Pattern.compile("Etc/GMT[+-][0-9]{1,2}");
    private static final int SUGGESTIONS = 3;
    private static final int LONGEST = 100; // Names of the database have less than half of that.

    private final Map<String, String> byLowerCase = new TreeMap<>();

    private Zones() {
        for (String name : ZoneRulesProvider.getAvailableZoneIds()) {
            if (!name.startsWith("SystemV/")) {
                byLowerCase.put(name.toLowerCase(Locale.ROOT), name);
            }
        }
    }

    /** The zones that this Java knows. */
    static Zones known() {
        return new Zones();
    }

    /**
     * A zone.
     *
     * @param note what has to be said about its name
     */
    record Found(ZoneId id, Optional<String> note) {}

    /** The version of the rules, such as 2025b; rules change several times a year, and a Java knows those of its release. */
    static String version() {
        return ZoneRulesProvider.getVersions("Europe/London").lastKey();
    }

    /** The zone of a name; a complaint with names that are near when there is none. */
    Found find(String name) {
        if (name.length() > LONGEST) {
            throw new ToolException(Excerpt.line(name) + " is no time zone: it has " + name.length() + " characters");
        }
        String text = name.strip();
        if (text.equalsIgnoreCase("Z") || text.equalsIgnoreCase("UTC")) {
            return new Found(ZoneOffset.UTC, Optional.empty());
        }
        Matcher offset = PLAIN_OFFSET.matcher(text.toUpperCase(Locale.ROOT));
        if (offset.matches()) {
            return offset(text, offset.group(1) != null, offset.group(2), offset.group(3), offset.group(4));
        }
        String meant = ABBREVIATIONS.get(text.toUpperCase(Locale.ROOT));
        if (meant != null) {
            throw new ToolException(
                    Excerpt.line(text) + " is an abbreviation, not the name of a time zone; use " + meant);
        }
        String exact = byLowerCase.get(text.toLowerCase(Locale.ROOT).replace(' ', '_'));
        if (exact == null) {
            throw new ToolException(Excerpt.line(text) + " is no known time zone; " + suggestions(text));
        }
        return new Found(ZoneId.of(exact), note(exact));
    }

    private static Found offset(String text, boolean named, String sign, String hours, @Nullable String minutes) {
        int factor = sign.equals("+") ? 1 : -1;
        try {
            ZoneOffset offset = ZoneOffset.ofHoursMinutes(
                    factor * Integer.parseInt(hours), minutes == null ? 0 : factor * Integer.parseInt(minutes));
            Optional<String> note = named
                    ? Optional.of(
                            text + " was read as the offset " + Iso.offset(offset) + ", without changes of the clocks")
                    : Optional.empty();
            return new Found(offset, note);
        } catch (DateTimeException e) {
            throw new ToolException(Excerpt.line(text) + " is no offset; write one such as +05:30", e);
        }
    }

    private static Optional<String> note(String name) {
        if (POSIX.matcher(name).matches()) {
            return Optional.of("the sign in " + name + " is that of POSIX: it means "
                    + Iso.offset(ZoneId.of(name).getRules().getOffset(Instant.EPOCH)) + " from UTC");
        }
        return OldNames.current(name).map(current -> name + " is an old name of " + current);
    }

    private String suggestions(String text) {
        String wanted = letters(text);
        List<String> near = Stream.concat(
                        byLowerCase.values().stream()
                                .filter(each -> lastLetters(each).equals(lastLetters(text))),
                        byLowerCase.values().stream()
                                .filter(each ->
                                        isNear(letters(each), wanted) || isNear(lastLetters(each), lastLetters(text))))
                .distinct()
                .limit(SUGGESTIONS)
                .toList();
        return near.isEmpty()
                ? "use a name of the IANA database, such as Europe/Berlin, or an offset, such as +05:30"
                : "did you mean " + String.join(" or ", near) + "?";
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
    }

    private static String lastLetters(String name) {
        return letters(name.substring(name.lastIndexOf('/') + 1));
    }

    /** Whether one letter more, fewer or other, or two neighbours in the wrong order, is all that differs. */
    private static boolean isNear(String a, String b) {
        if (a.length() < 4 || b.length() < 4 || Math.abs(a.length() - b.length()) > 1) {
            return false;
        }
        int start = 0;
        while (start < Math.min(a.length(), b.length()) && a.charAt(start) == b.charAt(start)) {
            start++;
        }
        String restOfA = a.substring(start);
        String restOfB = b.substring(start);
        return behind(restOfA, 1).equals(behind(restOfB, 1))
                || behind(restOfA, 1).equals(restOfB)
                || restOfA.equals(behind(restOfB, 1))
                || (behind(restOfA, 2).equals(behind(restOfB, 2)) && swapped(restOfA, restOfB));
    }

    private static String behind(String text, int letters) {
        return text.substring(Math.min(letters, text.length()));
    }

    private static boolean swapped(String a, String b) {
        return a.length() > 1 && b.length() > 1 && a.charAt(0) == b.charAt(1) && a.charAt(1) == b.charAt(0);
    }
}
