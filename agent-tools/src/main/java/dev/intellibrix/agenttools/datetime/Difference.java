package dev.intellibrix.agenttools.datetime;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.function.LongFunction;

/**
 * How far two moments are apart, in both views: the seconds that pass, and the calendar units that lead from the earlier to the
 * later by the clocks on the wall of the first one's zone.
 *
 * @param days whole days by the same clocks
 * @param months whole months; the days and the time of the calendar view come on top of them
 */
record Difference(Duration exact, boolean negative, long days, long months, long restDays, Duration rest) {

    static Difference between(ZonedDateTime first, ZonedDateTime second) {
        ZonedDateTime other = second.withZoneSameInstant(first.getZone());
        boolean negative = other.toInstant().isBefore(first.toInstant());
        ZonedDateTime start = negative ? other : first;
        ZonedDateTime end = negative ? first : other;
        LocalDateTime local = start.toLocalDateTime();
        long months = months(start, end);
        LongFunction<ZonedDateTime> byRest =
                count -> at(local.plusMonths(months).plusDays(count), start, Math.max(months, count));
        long estimate = ChronoUnit.DAYS.between(local.plusMonths(months), end.toLocalDateTime());
        long restDays = most(estimate, byRest, end);
        LongFunction<ZonedDateTime> byDays = count -> at(local.plusDays(count), start, count);
        long days = most(ChronoUnit.DAYS.between(local, end.toLocalDateTime()), byDays, end);
        Duration rest = Duration.between(byRest.apply(restDays), end);
        return new Difference(Duration.between(first, other), negative, days, months, restDays, rest);
    }

    /** As {@link java.time.Period} counts: from the 31st to the last day of a shorter month it is not a month yet. */
    private static long months(ZonedDateTime start, ZonedDateTime end) {
        LocalDateTime local = start.toLocalDateTime();
        long estimate = ChronoUnit.MONTHS.between(local, end.toLocalDateTime());
        long months = most(estimate, count -> at(local.plusMonths(count), start, count), end);
        boolean isClamped = local.plusMonths(months).getDayOfMonth() < local.getDayOfMonth();
        return isClamped ? Math.min(months, estimate) : months;
    }

    /** The time that clocks show; the start itself when nothing was added, which may be the later of two equal times. */
    private static ZonedDateTime at(LocalDateTime local, ZonedDateTime start, long added) {
        return added == 0 ? start : ZonedDateTime.ofLocal(local, start.getZone(), null);
    }

    /** The most units that do not lead past the end. The estimate can be off by one where clocks were changed. */
    private static long most(long estimate, LongFunction<ZonedDateTime> after, ZonedDateTime end) {
        long units = Math.max(0, estimate + 1);
        while (units > 0 && after.apply(units).toInstant().isAfter(end.toInstant())) {
            units--;
        }
        return units;
    }

    /** The seconds, negative when the second moment is before the first. */
    BigDecimal seconds() {
        BigDecimal seconds = BigDecimal.valueOf(exact.getSeconds()).add(BigDecimal.valueOf(exact.getNano(), 9));
        return seconds.signum() == 0
                ? BigDecimal.ZERO
                : new BigDecimal(seconds.stripTrailingZeros().toPlainString());
    }

    long signedDays() {
        return negative ? -days : days;
    }

    /** The calendar view as a duration of ISO 8601, with a sign before it when the second moment is before the first. */
    String calendar() {
        StringBuilder text = new StringBuilder(negative ? "-P" : "P");
        append(text, months / 12, "Y");
        append(text, months % 12, "M");
        append(text, restDays, "D");
        if (!rest.isZero()) {
            text.append(rest.toString().substring(1));
        }
        return text.charAt(text.length() - 1) == 'P' ? "PT0S" : text.toString();
    }

    private static void append(StringBuilder text, long count, String unit) {
        if (count != 0) {
            text.append(count).append(unit);
        }
    }
}
