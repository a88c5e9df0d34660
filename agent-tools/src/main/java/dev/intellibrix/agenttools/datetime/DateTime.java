package dev.intellibrix.agenttools.datetime;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code datetime}: the current time, other time zones, and arithmetic with dates. */
public final class DateTime {

    /** What to do. */
    enum Operation {
        @JsonProperty("now")
        NOW,
        @JsonProperty("convert")
        CONVERT,
        @JsonProperty("add")
        ADD,
        @JsonProperty("difference")
        DIFFERENCE
    }

    record Input(
            @Description("now: the time in timeZone; convert: dateTime in the zone to; add: dateTime plus units;"
                    + " difference: from dateTime to end")
            Operation operation,

            @Description(
                    "ISO 8601: 2026-03-29T14:30:00 is in timeZone, 2026-03-29T14:30:00+02:00 has its offset; now when"
                            + " left out")
            Optional<String> dateTime,

            @Description("IANA name such as Europe/Berlin, or an offset: the zone of times without one")
            Optional<String> timeZone,

            @Description("The zone to convert to") Optional<String> to,

            @Description("The end of a difference, written as dateTime is; now when left out")
            Optional<String> end,

            @Description("Calendar years to add; negative to go back")
            @Range(min = -1_000_000_000_000L, max = 1_000_000_000_000L)
            Optional<Long> years,

            @Description("Calendar months to add; a day that the month does not have becomes its last one")
            @Range(min = -1_000_000_000_000L, max = 1_000_000_000_000L)
            Optional<Long> months,

            @Description("Weeks to add, by the clock on the wall")
            @Range(min = -1_000_000_000_000L, max = 1_000_000_000_000L)
            Optional<Long> weeks,

            @Description("Days to add, by the clock on the wall")
            @Range(min = -1_000_000_000_000L, max = 1_000_000_000_000L)
            Optional<Long> days,

            @Description("Hours to add, exactly") @Range(min = -1_000_000_000_000L, max = 1_000_000_000_000L)
            Optional<Long> hours,

            @Description("Minutes to add, exactly") @Range(min = -1_000_000_000_000L, max = 1_000_000_000_000L)
            Optional<Long> minutes,

            @Description("Seconds to add, exactly") Optional<Long> seconds) {

        private boolean hasUnits() {
            return Stream.of(years, months, weeks, days, hours, minutes, seconds)
                    .anyMatch(Optional::isPresent);
        }
    }

    /**
     * A point in time, in several views.
     *
     * @param zoneRules the version of the rules of all zones; told with the current time
     */
    record Point(
            String dateTime,
            String timeZone,
            String utc,
            String weekday,
            String week,
            long epochSeconds,
            Optional<String> zoneRules,
            Optional<String> note) {}

    /**
     * How far two points are apart.
     *
     * @param seconds that pass
     * @param calendar years, months, days and the rest, by the clocks on the wall
     * @param days whole days by the same clocks
     */
    record Span(
            BigDecimal seconds,
            String calendar,
            long days,
            String from,
            String end,
            String timeZone,
            Optional<String> note) {}

    private final Clock clock;
    private final ZoneId usual;
    private final Zones zones = Zones.known();

    private DateTime(Clock clock, ZoneId usual) {
        this.clock = clock;
        this.usual = usual;
    }

    /**
     * The tool.
     *
     * @param clock what tells the current time
     * @param zone the zone of times for which none is named
     */
    public static Tool tool(Clock clock, ZoneId zone) {
        DateTime tool = new DateTime(clock, zone);
        return Tool.define("datetime", Input.class)
                .description("The current time, time zone conversion, date arithmetic and differences. Times without a"
                        + " zone are in " + Iso.zone(zone)
                        + ". A time that a change of the clocks skips is moved forward, of one"
                        + " that happens twice the earlier is taken, and a note says so.")
                .category(ToolCategory.OTHER)
                .execute((input, context) -> tool.call(input));
    }

    private Object call(Input input) {
        try {
            checkFields(input);
            return switch (input.operation()) {
                case NOW -> now(input);
                case CONVERT -> convert(input);
                case ADD -> add(input);
                case DIFFERENCE -> difference(input);
            };
        } catch (DateTimeException | ArithmeticException e) {
            throw new ToolException("the result lies outside of the years 0 to 9999, in its zone or in UTC", e);
        }
    }

    private static void checkFields(Input input) {
        Operation operation = input.operation();
        refuse(operation, operation == Operation.NOW && input.dateTime().isPresent(), "dateTime");
        refuse(operation, operation != Operation.DIFFERENCE && input.end().isPresent(), "end");
        refuse(
                operation,
                operation != Operation.ADD && input.hasUnits(),
                "years, months, weeks, days, hours, minutes or seconds");
        refuse(operation, operation == Operation.DIFFERENCE && input.to().isPresent(), "to");
        if (operation == Operation.ADD && !input.hasUnits()) {
            throw new ToolException("add needs at least one of years, months, weeks, days, hours, minutes and seconds");
        }
        if (operation == Operation.DIFFERENCE
                && input.dateTime().isEmpty()
                && input.end().isEmpty()) {
            throw new ToolException("difference needs dateTime, end or both; the one that is left out is now");
        }
    }

    private static void refuse(Operation operation, boolean given, String field) {
        if (given) {
            throw new ToolException(operation.name().toLowerCase(Locale.ROOT) + " does not take " + field);
        }
    }

    private Point now(Input input) {
        Optional<Zones.Found> zone = input.to().or(input::timeZone).map(zones::find);
        Moment moment = current(zone.map(Zones.Found::id).orElse(usual));
        return point(moment, Stream.of(zone), Optional.of(Zones.version()));
    }

    private Point convert(Input input) {
        Optional<Zones.Found> zone = input.timeZone().map(zones::find);
        Optional<Zones.Found> to = input.to().map(zones::find);
        Moment moment = read("dateTime", input.dateTime(), zone);
        ZoneId target = to.or(() -> zone).map(Zones.Found::id).orElse(usual);
        return point(moment.in(target), Stream.of(zone, to), Optional.empty());
    }

    private Point add(Input input) {
        Optional<Zones.Found> zone = input.timeZone().map(zones::find);
        Optional<Zones.Found> to = input.to().map(zones::find);
        Amount amount = Amount.of(
                input.years().orElse(0L),
                input.months().orElse(0L),
                input.weeks().orElse(0L),
                input.days().orElse(0L),
                input.hours().orElse(0L),
                input.minutes().orElse(0L),
                input.seconds().orElse(0L));
        Moment sum = amount.after(read("dateTime", input.dateTime(), zone));
        Moment shown = to.map(found -> sum.in(found.id())).orElse(sum);
        return point(shown, Stream.of(zone, to), Optional.empty());
    }

    private Span difference(Input input) {
        Optional<Zones.Found> zone = input.timeZone().map(zones::find);
        Moment start = read("dateTime", input.dateTime(), zone);
        Moment end = read("end", input.end(), zone);
        requireYear(start.time());
        requireYear(end.time());
        Difference difference = Difference.between(start.time(), end.time());
        Stream<String> notes = Stream.of(
                        zone.flatMap(Zones.Found::note).stream(), start.notes().stream(), end.notes().stream())
                .flatMap(each -> each)
                .distinct();
        return new Span(
                difference.seconds(),
                difference.calendar(),
                difference.signedDays(),
                Iso.offset(start.time()),
                Iso.offset(end.time()),
                Iso.zone(start.time().getZone()),
                joined(notes));
    }

    private Moment current(ZoneId zone) {
        return new Moment(
                ZonedDateTime.now(clock).truncatedTo(ChronoUnit.SECONDS).withZoneSameInstant(zone), List.of());
    }

    private Moment read(String field, Optional<String> text, Optional<Zones.Found> zone) {
        @Nullable ZoneId given = zone.map(Zones.Found::id).orElse(null);
        return text.map(value -> DateTimeReader.read(field, value, zones).in(given, usual))
                .orElseGet(() -> current(given == null ? usual : given));
    }

    private static Point point(Moment moment, Stream<Optional<Zones.Found>> named, Optional<String> zoneRules) {
        ZonedDateTime time = moment.time();
        requireYear(time);
        ZonedDateTime utc = time.withZoneSameInstant(ZoneOffset.UTC);
        requireYear(utc);
        Stream<String> notes = Stream.concat(
                named.flatMap(Optional::stream).map(Zones.Found::note).flatMap(Optional::stream),
                moment.notes().stream());
        return new Point(
                Iso.offset(time),
                Iso.zone(time.getZone()),
                Iso.offset(utc),
                weekday(time),
                Iso.week(time),
                time.toEpochSecond(),
                zoneRules,
                joined(notes));
    }

    /** Others have no form that all programs read. */
    private static void requireYear(ZonedDateTime time) {
        if (time.getYear() < 0 || time.getYear() > 9999) {
            throw new DateTimeException("year");
        }
    }

    private static String weekday(ZonedDateTime time) {
        String name = time.getDayOfWeek().name();
        return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }

    private static Optional<String> joined(Stream<String> notes) {
        List<String> all = notes.distinct().toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", all));
    }
}
