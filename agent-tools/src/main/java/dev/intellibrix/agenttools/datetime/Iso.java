package dev.intellibrix.agenttools.datetime;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** Writes dates and times in the forms of ISO 8601, with all seconds of an offset. */
final class Iso {

    private static final DateTimeFormatter LOCAL = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(Locale.ROOT);

    private static final DateTimeFormatter WEEK = DateTimeFormatter.ISO_WEEK_DATE.withLocale(Locale.ROOT);

    private Iso() {}

    static String local(LocalDateTime value) {
        return LOCAL.format(value);
    }

    static String offset(ZoneOffset value) {
        return value.getTotalSeconds() == 0 ? "+00:00" : value.getId();
    }

    /** With its offset; Z where the zone is UTC itself. */
    static String offset(ZonedDateTime value) {
        String offset = isUtc(value.getZone()) ? "Z" : offset(value.getOffset());
        return local(value.toLocalDateTime()) + offset;
    }

    static String week(ZonedDateTime value) {
        return WEEK.format(value.toLocalDate());
    }

    static String zone(ZoneId value) {
        return isUtc(value) ? "UTC" : value.getId();
    }

    private static boolean isUtc(ZoneId zone) {
        return zone.equals(ZoneOffset.UTC) || zone.getId().equals("UTC");
    }
}
