package dev.intellibrix.report;

import dev.intellibrix.internal.text.CharacterBorder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers and times as the report shows them, the same wherever it is made. */
final class ReportFormat {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private ReportFormat() {}

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A number with its noun, which gets an "s" unless there is one of it. */
    static String count(long value, String noun) {
        return number(value) + " " + noun + (value == 1 ? "" : "s");
    }

    static String time(Instant at) {
        return TIME.format(at) + " UTC";
    }

    /** The time since the start, in seconds. */
    static String offset(Instant start, Instant at) {
        return String.format(Locale.ROOT, "%+.3f s", Duration.between(start, at).toMillis() / 1000.0);
    }

    static String duration(Duration took) {
        long millis = took.toMillis();
        if (millis < 1_000) {
            return millis == 0 && !took.isZero() ? "under 1 ms" : millis + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        }
        return took.toHours() > 0
                ? took.toHours() + " h " + took.toMinutesPart() + " min"
                : took.toMinutes() + " min " + took.toSecondsPart() + " s";
    }

    /** The name of a constant as a person writes it. */
    static String words(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The first characters of a text, never half of a pair of surrogates. */
    static String start(String text, int max) {
        return text.substring(0, CharacterBorder.upTo(text, max));
    }
}
