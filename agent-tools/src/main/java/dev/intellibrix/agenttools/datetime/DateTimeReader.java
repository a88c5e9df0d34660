package dev.intellibrix.agenttools.datetime;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.tool.ToolException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;
import java.time.temporal.WeekFields;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads ISO 8601: calendar, week and ordinal dates, with or without dashes; a time behind a T or a blank, with or without colons,
 * down to nanoseconds; an offset; a zone in brackets as in RFC 9557. Nothing is guessed.
 */
final class DateTimeReader {

    private static final int MAX_LENGTH = 100;

    // Few optional parts and no nesting, so that matching takes time in proportion to the text.
    private static final Pattern FORM = Pattern.compile(
            "(?<date>[0-9]{4}-?[0-9Ww-]{3,6})(?:[Tt ](?<time>[0-9:]{2,8})(?:[.,](?<fraction>[0-9]{1,9}))?)?"
                    + " ?(?<offset>[Zz]|[+\\u2212-][0-9:]{2,8})?(?:\\[!?(?<zone>[A-Za-z0-9_+/:-]{1,60})\\])?");

    private static final Pattern CALENDAR = Pattern.compile("([0-9]{4})(-?)([0-9]{2})\\2([0-9]{2})");
    private static final Pattern ORDINAL = Pattern.compile("([0-9]{4})-?([0-9]{3})");
    private static final Pattern WEEK = Pattern.compile("([0-9]{4})(-?)[Ww]([0-9]{2})\\2([1-7])");
    private static final Pattern TIME = Pattern.compile("([0-9]{2})(?:(:?)([0-9]{2})(?:\\2([0-9]{2}))?)?");
    private static final Pattern DAY_OR_MONTH_FIRST = Pattern.compile("[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2,4}.*");

    private static final String EXAMPLES =
            "write 2026-03-29T14:30:00 for a time in timeZone, 2026-03-29T14:30:00+02:00 for"
                    + " one with its offset, or 2026-03-29";

    private final String field;
    private final String text;
    private final Zones zones;

    private DateTimeReader(String field, String text, Zones zones) {
        this.field = field;
        this.text = text;
        this.zones = zones;
    }

    /**
     * Reads a date and time.
     *
     * @param field the name of the input field, for complaints
     */
    static Written read(String field, String text, Zones zones) {
        return new DateTimeReader(field, text.strip(), zones).read();
    }

    private Written read() {
        Matcher form = text.length() > MAX_LENGTH ? null : FORM.matcher(text);
        if (form == null || !form.matches()) {
            throw fault(hint());
        }
        try {
            LocalDate date = date(form.group("date"));
            return timed(date, form);
        } catch (DateTimeException e) {
            throw fault("there is no such date or time; " + EXAMPLES);
        }
    }

    private Written timed(LocalDate date, Matcher form) {
        ZoneOffset offset = offset(form.group("offset"));
        String name = form.group("zone");
        ZoneId zone = name == null ? null : zones.find(name).id();
        String time = form.group("time");
        if (time == null) {
            if (offset != null) {
                throw fault("an offset needs a time before it; write 2026-03-29T00:00:00+02:00");
            }
            return new Written(date.atStartOfDay(), null, zone, List.of());
        }
        String fraction = form.group("fraction");
        Matcher parts = TIME.matcher(time);
        if (!parts.matches() || (fraction != null && parts.group(4) == null)) {
            throw fault("the time is none; " + EXAMPLES);
        }
        if (parts.group(1).equals("24")) {
            return endOfDay(date, parts, fraction, offset, zone);
        }
        if ("60".equals(parts.group(4))) {
            throw fault("leap seconds are not kept; write second 59");
        }
        LocalTime clock = LocalTime.of(number(parts, 1), number(parts, 3), number(parts, 4), nanos(fraction));
        return new Written(LocalDateTime.of(date, clock), offset, zone, List.of());
    }

    private Written endOfDay(
            LocalDate date,
            Matcher parts,
            @Nullable String fraction,
            @Nullable ZoneOffset offset,
            @Nullable ZoneId zone) {
        if (number(parts, 3) + number(parts, 4) + nanos(fraction) > 0) {
            throw fault("a day ends at 24:00:00");
        }
        LocalDateTime midnight = date.plusDays(1).atStartOfDay();
        return new Written(midnight, offset, zone, List.of("24:00 was read as 00:00 of the next day"));
    }

    private LocalDate date(String date) {
        Matcher calendar = CALENDAR.matcher(date);
        if (calendar.matches()) {
            return LocalDate.of(number(calendar, 1), number(calendar, 3), number(calendar, 4));
        }
        Matcher ordinal = ORDINAL.matcher(date);
        if (ordinal.matches()) {
            return LocalDate.ofYearDay(number(ordinal, 1), number(ordinal, 2));
        }
        Matcher week = WEEK.matcher(date);
        if (week.matches()) {
            return week(number(week, 1), number(week, 3), number(week, 4));
        }
        throw fault(hint());
    }

    private static LocalDate week(int year, int week, int day) {
        LocalDate inYear = LocalDate.of(year, 1, 4);
        if (week < 1
                || week
                        > IsoFields.WEEK_OF_WEEK_BASED_YEAR
                                .rangeRefinedBy(inYear)
                                .getMaximum()) {
            throw new DateTimeException("no such week");
        }
        return inYear.plusWeeks(week - 1L).with(WeekFields.ISO.dayOfWeek(), day);
    }

    private @Nullable ZoneOffset offset(@Nullable String offset) {
        if (offset == null) {
            return null;
        }
        if (offset.equalsIgnoreCase("Z")) {
            return ZoneOffset.UTC;
        }
        Matcher parts = TIME.matcher(offset.substring(1));
        if (!parts.matches()) {
            throw fault("the offset is none; write +02:00");
        }
        int sign = offset.charAt(0) == '+' ? 1 : -1;
        return ZoneOffset.ofHoursMinutesSeconds(
                sign * number(parts, 1), sign * number(parts, 3), sign * number(parts, 4));
    }

    private static int number(Matcher parts, int group) {
        String digits = parts.group(group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static int nanos(@Nullable String fraction) {
        return fraction == null ? 0 : Integer.parseInt((fraction + "000000000").substring(0, 9));
    }

    private String hint() {
        if (text.matches("-?[0-9]{9,19}")) {
            return "seconds since 1970 do not say their unit; use add with dateTime 1970-01-01T00:00:00Z and seconds";
        }
        if (DAY_OR_MONTH_FIRST.matcher(text).matches()) {
            return "which number is the day and which the month is not certain; write 2026-03-29 for 29 March 2026";
        }
        return EXAMPLES;
    }

    private ToolException fault(String reason) {
        return new ToolException(field + " can not be read: " + Excerpt.line(text) + "; " + reason);
    }
}
