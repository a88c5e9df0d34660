package dev.intellibrix.agenttools.datetime;

import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/**
 * What is added to a date: calendar units follow the clocks on the wall, the others are exact.
 *
 * @param months of years, too
 * @param days of weeks, too
 * @param seconds of hours and minutes, too
 */
record Amount(long months, long days, long seconds) {

    /** The amount of these units; an {@link ArithmeticException} when they are too many. */
    static Amount of(long years, long months, long weeks, long days, long hours, long minutes, long seconds) {
        return new Amount(
                Math.addExact(Math.multiplyExact(years, 12L), months),
                Math.addExact(Math.multiplyExact(weeks, 7L), days),
                Math.addExact(
                        Math.addExact(Math.multiplyExact(hours, 3_600L), Math.multiplyExact(minutes, 60L)), seconds));
    }

    /** What comes after a moment by this amount: months first, then days, then seconds. */
    Moment after(Moment start) {
        Moment moment = start;
        if (months != 0 || days != 0) {
            LocalDateTime local = start.time().toLocalDateTime();
            LocalDateTime monthsLater = local.plusMonths(months);
            moment = Moment.of(monthsLater.plusDays(days), start.time().getZone(), start.notes());
            if (monthsLater.getDayOfMonth() != local.getDayOfMonth()) {
                moment = moment.noting("the month has no day " + local.getDayOfMonth() + "; its last one, "
                        + monthsLater.toLocalDate() + ", was taken");
            }
        }
        ZonedDateTime time = moment.time().plus(seconds, ChronoUnit.SECONDS);
        return new Moment(time, moment.notes());
    }
}
