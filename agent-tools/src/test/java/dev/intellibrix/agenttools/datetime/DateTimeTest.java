package dev.intellibrix.agenttools.datetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.DateTimeOptions;
import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.tool.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRulesProvider;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the model gets for dates and times, on the real loop, with a clock that stands at the start of 2026. */
class DateTimeTest {

    private Workbench bench;

    @BeforeEach
    void layFolder(@TempDir Path base) throws IOException {
        bench = inZone(base, ZoneOffset.UTC);
    }

    private static Workbench inZone(Path base, ZoneId zone) throws IOException {
        Path root = base.toRealPath();
        return Workbench.with(
                root,
                AgentTools.builder(root)
                        .datetime(DateTimeOptions.builder()
                                .timeZone(zone)
                                .clock(Clock.fixed(Instant.parse("2026-01-01T00:00:00.123Z"), ZoneId.of("Asia/Tokyo")))
                                .build())
                        .build());
    }

    /** Fields as "name=value" pairs; a number is one. */
    private static Map<String, Object> input(String operation, String... fields) {
        Map<String, Object> input = new LinkedHashMap<>();
        input.put("operation", operation);
        for (String field : fields) {
            String[] pair = field.split("=", 2);
            input.put(
                    pair[0],
                    pair[1].matches("-?[0-9]{1,19}") && !pair[0].equals("dateTime")
                            ? (Object) Long.valueOf(pair[1])
                            : pair[1]);
        }
        return input;
    }

    private String ok(String operation, String... fields) {
        return bench.ok("datetime", input(operation, fields));
    }

    private String error(String operation, String... fields) {
        return bench.error("datetime", input(operation, fields));
    }

    @Test
    void theCurrentTimeComesInManyViewsAndNamesTheVersionOfTheZoneRules() {
        assertThat(ok("now"))
                .isEqualTo(
                        "{\"dateTime\":\"2026-01-01T00:00:00Z\",\"timeZone\":\"UTC\",\"utc\":\"2026-01-01T00:00:00Z\","
                                + "\"weekday\":\"Thursday\",\"week\":\"2026-W01-4\",\"epochSeconds\":1767225600,\"zoneRules\":\""
                                + ZoneRulesProvider.getVersions("UTC").lastKey() + "\"}");
        assertThat(ok("now", "timeZone=America/New_York"))
                .contains(
                        "\"dateTime\":\"2025-12-31T19:00:00-05:00\"", "\"utc\":\"2026-01-01T00:00:00Z\"", "Wednesday");
        assertThat(ok("now", "to=Asia/Tokyo")).contains("2026-01-01T09:00:00+09:00");
    }

    @Test
    void theZoneOfTheOptionsIsThatOfTimesForWhichNoneIsNamed(@TempDir Path other) throws IOException {
        Workbench berlin = inZone(other, ZoneId.of("Europe/Berlin"));
        assertThat(berlin.ok("datetime", input("now")))
                .contains("\"dateTime\":\"2026-01-01T01:00:00+01:00\"", "\"timeZone\":\"Europe/Berlin\"");
        assertThat(berlin.ok("datetime", input("convert", "dateTime=2026-07-01T12:00", "to=UTC")))
                .contains("\"dateTime\":\"2026-07-01T10:00:00Z\"");
        assertThat(berlin.ok("datetime", input("convert", "dateTime=2026-07-01T12:00Z")))
                .contains("\"dateTime\":\"2026-07-01T14:00:00+02:00\"");
    }

    @Test
    void theToolCanBeLeftOut() {
        assertThat(AgentTools.builder(bench.root()).datetime(false).build().tools())
                .extracting(Tool::name)
                .doesNotContain("datetime")
                .contains("calculator");
    }

    @Test
    void aTimeThatHappensTwiceIsTheEarlierOneAndThatIsNoted() {
        assertThat(ok("convert", "dateTime=2024-11-03T01:30:00", "timeZone=America/New_York", "to=UTC"))
                .contains("\"dateTime\":\"2024-11-03T05:30:00Z\"")
                .contains(
                        "\"note\":\"2024-11-03T01:30:00 happens twice in America/New_York, at -04:00 and at -05:00; the"
                                + " earlier one, -04:00, was taken; write the offset to choose\"");
        assertThat(ok("convert", "dateTime=2024-11-03T01:30:00-05:00[America/New_York]", "to=UTC"))
                .contains("2024-11-03T06:30:00Z")
                .doesNotContain("note");
        assertThat(ok("convert", "dateTime=2024-04-07T01:45", "timeZone=Australia/Lord_Howe", "to=UTC"))
                .contains("2024-04-06T14:45:00Z", "at +11:00 and at +10:30");
    }

    @Test
    void aTimeThatDoesNotExistIsMovedForwardAndThatIsNoted() {
        assertThat(ok("convert", "dateTime=2024-10-06T02:15", "timeZone=Australia/Lord_Howe"))
                .contains("\"dateTime\":\"2024-10-06T02:45:00+11:00\"")
                .contains(
                        "2024-10-06T02:15:00 does not exist in Australia/Lord_Howe: clocks go from 2024-10-06T02:00:00 to"
                                + " 2024-10-06T02:30:00; it was moved forward to 2024-10-06T02:45:00+11:00");
        assertThat(ok("convert", "dateTime=2024-03-10T02:30:00-05:00[America/New_York]"))
                .contains("\"dateTime\":\"2024-03-10T07:30:00Z\"", "with -05:00 it is 2024-03-10T03:30:00-04:00");
    }

    @ParameterizedTest
    @CsvSource({
        "2024-04-26, Africa/Cairo, 2024-04-26T01:00:00+03:00",
        "2022-09-11, America/Santiago, 2022-09-11T01:00:00-03:00",
        "2018-11-04, America/Sao_Paulo, 2018-11-04T01:00:00-02:00",
        "2011-12-30, Pacific/Apia, 2011-12-31T00:00:00+14:00"
    })
    void aDayWhoseMidnightIsMissingStartsLater(String day, String zone, String start) {
        assertThat(ok("convert", "dateTime=" + day, "timeZone=" + zone))
                .contains("\"dateTime\":\"" + start + "\"", "does not exist");
    }

    @Test
    void offsetsComeFromTheRulesAndNotFromTheSeason() {
        assertThat(ok("convert", "dateTime=2024-03-20T12:00:00Z", "to=Africa/Casablanca"))
                .contains("2024-03-20T12:00:00+00:00");
        assertThat(ok("convert", "dateTime=2024-06-01T12:00:00Z", "to=Africa/Casablanca"))
                .contains("2024-06-01T13:00:00+01:00");
        assertThat(ok("convert", "dateTime=2024-01-01T12:00:00Z", "to=Europe/Dublin"))
                .contains("2024-01-01T12:00:00+00:00");
        assertThat(ok("convert", "dateTime=1800-01-01T05:00:00Z", "to=America/New_York"))
                .contains("1800-01-01T00:03:58-04:56:02");
    }

    @ParameterizedTest
    @CsvSource({
        "2024-01-31T10:00:00, months=1, 2024-02-29T10:00:00Z",
        "2024-03-31T10:00:00, months=-1, 2024-02-29T10:00:00Z",
        "2024-02-29T10:00:00, years=1, 2025-02-28T10:00:00Z",
        "2024-01-30, weeks=-4, 2024-01-02T00:00:00Z",
        "2024-02-28, days=2, 2024-03-01T00:00:00Z",
        "1970-01-01T00:00:00Z, seconds=1700000000, 2023-11-14T22:13:20Z",
        "1970-01-01T00:00:00Z, seconds=-1, 1969-12-31T23:59:59Z"
    })
    void unitsAreAdded(String start, String unit, String end) {
        assertThat(ok("add", "dateTime=" + start, unit)).contains("\"dateTime\":\"" + end + "\"");
    }

    @Test
    void theEndOfAMonthIsNotedWhereADayIsMissing() {
        assertThat(ok("add", "dateTime=2024-01-31", "months=1"))
                .contains("\"note\":\"the month has no day 31; its last one, 2024-02-29, was taken\"");
        assertThat(ok("add", "dateTime=2024-01-29", "months=1")).doesNotContain("note");
    }

    @Test
    void calendarUnitsFollowTheClockOnTheWallAndClockUnitsAreExact() {
        assertThat(ok("add", "dateTime=2024-11-02T12:00", "timeZone=America/New_York", "days=1"))
                .contains("\"dateTime\":\"2024-11-03T12:00:00-05:00\"");
        assertThat(ok("add", "dateTime=2024-11-02T12:00", "timeZone=America/New_York", "hours=24"))
                .contains("\"dateTime\":\"2024-11-03T11:00:00-05:00\"");
        assertThat(ok("add", "dateTime=2026-03-28T02:30", "timeZone=Europe/Berlin", "days=1"))
                .contains("\"dateTime\":\"2026-03-29T03:30:00+02:00\"", "does not exist");
        assertThat(ok("add", "days=1", "minutes=-1")).contains("\"dateTime\":\"2026-01-01T23:59:00Z\"");
        assertThat(ok("add", "dateTime=2026-07-01T12:00+09:00", "days=1", "timeZone=Europe/Berlin"))
                .contains("\"dateTime\":\"2026-07-02T05:00:00+02:00\"", "dateTime has the offset +09:00 of its own");
    }

    @Test
    void aDifferenceHasBothViews() {
        assertThat(ok(
                        "difference",
                        "dateTime=2024-11-02T12:00:00",
                        "end=2024-11-03T12:00:00",
                        "timeZone=America/New_York"))
                .isEqualTo("{\"seconds\":90000,\"calendar\":\"P1D\",\"days\":1,\"from\":\"2024-11-02T12:00:00-04:00\","
                        + "\"end\":\"2024-11-03T12:00:00-05:00\",\"timeZone\":\"America/New_York\"}");
        assertThat(ok("difference", "dateTime=2024-01-31", "end=2024-03-01"))
                .contains("\"seconds\":2592000", "\"calendar\":\"P1M1D\"", "\"days\":30");
        assertThat(ok("difference", "dateTime=2024-03-01", "end=2024-01-31"))
                .contains("\"seconds\":-2592000", "\"calendar\":\"-P1M1D\"", "\"days\":-30");
        assertThat(ok("difference", "dateTime=2020-02-29T10:00:00.5", "end=2026-04-01T09:00:00"))
                .contains("\"calendar\":\"P6Y1M2DT22H59M59.5S\"");
        assertThat(ok("difference", "dateTime=2024-01-01T00:00:00.25", "end=2024-01-01T00:00:01"))
                .contains("\"seconds\":0.75", "\"calendar\":\"PT0.75S\"", "\"days\":0");
        assertThat(ok("difference", "dateTime=2024-01-01", "end=2024-01-01T00:00:00Z"))
                .contains("\"seconds\":0,\"calendar\":\"PT0S\",\"days\":0");
        assertThat(ok("difference", "end=2026-01-02T03:04:05Z")).contains("\"calendar\":\"P1DT3H4M5S\"");
    }

    /** The last day of a shorter month is no whole month after the 31st, as java.time has it. */
    @Test
    void monthsAndDaysAreThoseOfAPeriod() {
        assertThat(ok("difference", "dateTime=2024-01-31", "end=2024-02-29")).contains("\"calendar\":\"P29D\"");
        assertThat(ok("difference", "dateTime=2024-02-29", "end=2025-02-28")).contains("\"calendar\":\"P11M30D\"");
        for (LocalDate start = LocalDate.of(2023, 12, 27);
                start.isBefore(LocalDate.of(2024, 4, 2));
                start = start.plusDays(1)) {
            for (int days = 1; days < 500; days++) {
                LocalDate end = start.plusDays(days);
                assertThat(Difference.between(start.atStartOfDay(ZoneOffset.UTC), end.atStartOfDay(ZoneOffset.UTC))
                                .calendar())
                        .isEqualTo(Period.between(start, end).toString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2024-02-29T12:34:00Z",
                "2024-02-29t12:34z",
                "2024-02-29 12:34Z",
                "2024-02-29T13:34+01:00",
                "2024-02-29 13:34 +0100",
                "20240229T123400Z",
                "20240229T1234Z",
                "2024-060T12:34",
                "2024060T12:34",
                "2024-W09-4T12:34",
                "2024W094T1234",
                "2024-02-29T12:34:00,000",
                "2024-02-29T14:34\u22120200[UTC]",
                "  2024-02-29T12:34  "
            })
    void allFormsOfIso8601AreRead(String text) {
        if (text.contains("[UTC]")) {
            assertThat(error("convert", "dateTime=" + text)).contains("the offset -02:00 and the zone UTC do not fit");
            return;
        }
        assertThat(ok("convert", "dateTime=" + text, "to=UTC")).contains("\"dateTime\":\"2024-02-29T12:34:00Z\"");
    }

    @Test
    void midnightAtTheEndOfADayIsTheNextDay() {
        assertThat(ok("convert", "dateTime=2024-01-01T24:00:00Z", "to=UTC"))
                .contains("\"dateTime\":\"2024-01-02T00:00:00Z\"", "24:00 was read as 00:00 of the next day");
        assertThat(error("convert", "dateTime=2024-01-01T24:00:01Z")).contains("a day ends at 24:00:00");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2024-02-30 | there is no such date
            2023-02-29T00:00:00Z | there is no such date
            2024-13-01T00:00:00Z | there is no such date
            2023-366 | there is no such date
            2023-W53-1 | there is no such date
            2024-01-01T25:00 | there is no such date
            2024-01-01T00:00+19:00 | there is no such date
            2016-12-31T23:59:60Z | leap seconds are not kept
            01/02/2024 | which number is the day
            1.2.2024 | which number is the day
            next Friday | write 2026-03-29T14:30:00
            2024-1-1 | write 2026-03-29T14:30:00
            2024-01 | write 2026-03-29T14:30:00
            2024-W10 | write 2026-03-29T14:30:00
            2024-01-01T1 | write 2026-03-29T14:30:00
            2024-01-01T10:30.5 | the time is none
            2024-01-01Z | an offset needs a time
            1700000000 | use add with dateTime 1970-01-01T00:00:00Z and seconds
            \u0662\u0660\u0662\u0664-01-01 | write 2026-03-29T14:30:00
            2024-07-01T12:00:00+09:00[America/New_York] | the time there is 2024-06-30T23:00:00-04:00 then
            2024-07-01T12:00:00[Mars/Phobos] | no known time zone
            """)
    void whatIsAmbiguousOrDoesNotExistIsRefused(String text, String reason) {
        assertThat(error("add", "dateTime=" + text, "days=1")).contains(reason);
    }

    @Test
    void emptyAndOverlongTextsAreRefused() {
        assertThat(error("convert", "dateTime=")).contains("dateTime can not be read");
        assertThat(error("convert", "dateTime=" + "1".repeat(100_000)).length()).isLessThan(600);
        assertThat(error("difference", "end=x")).startsWith("end can not be read");
    }

    @Test
    void zonesAreFoundInAnyCaseAndByOldNames() {
        assertThat(ok("now", "timeZone=america/new_york"))
                .contains("\"timeZone\":\"America/New_York\"")
                .doesNotContain("note");
        assertThat(ok("now", "timeZone=utc")).contains("\"timeZone\":\"UTC\"");
        assertThat(ok("now", "timeZone=US/Eastern"))
                .contains("2025-12-31T19:00:00-05:00", "US/Eastern is an old name of America/New_York");
        assertThat(ok("now", "timeZone=Asia/Calcutta")).contains("2026-01-01T05:30:00+05:30", "Asia/Kolkata");
        assertThat(ok("now", "timeZone=Europe/Kiev")).contains("2026-01-01T02:00:00+02:00");
        assertThat(ok("now", "timeZone=Etc/GMT+5"))
                .contains("2025-12-31T19:00:00-05:00", "the sign in Etc/GMT+5 is that of POSIX: it means -05:00");
        assertThat(ok("now", "timeZone=GMT+5")).contains("2026-01-01T05:00:00+05:00", "was read as the offset +05:00");
        assertThat(ok("now", "timeZone=-03:30")).contains("2025-12-31T20:30:00-03:30", "\"timeZone\":\"-03:30\"");
    }

    @ParameterizedTest
    @CsvSource({
        "EST, 'America/New_York, or Etc/GMT+5'",
        "cst, 'America/Chicago, Asia/Shanghai or America/Havana'",
        "IST, 'Asia/Kolkata, Europe/Dublin or Asia/Jerusalem'",
        "Mars/Phobos, such as Europe/Berlin",
        "Berlin, did you mean Europe/Berlin?",
        "Europe/Belrin, did you mean Europe/Berlin?",
        "America/NewYork, did you mean America/New_York?",
        "Asia/Tokio, did you mean Asia/Tokyo?",
        "+25:00, is no offset",
        "SystemV/EST5, no known time zone"
    })
    void unknownZonesAreErrorsThatNameNearOnes(String zone, String hint) {
        assertThat(error("now", "timeZone=" + zone)).contains(hint).doesNotContain("Rules");
    }

    @Test
    void aTextThatIsNoNameOfAZoneIsNotLookedFor() {
        assertThat(error("now", "timeZone=" + "Europe/Berlim".repeat(10_000))).contains("it has 130000 characters");
    }

    @Test
    void oldNamesHaveTheRulesOfTheirNewOnes() {
        OldNames.all().forEach((old, current) -> {
            if (ZoneRulesProvider.getAvailableZoneIds().contains(old)
                    && ZoneRulesProvider.getAvailableZoneIds().contains(current)) {
                assertThat(ZoneId.of(old).getRules())
                        .as(old)
                        .isEqualTo(ZoneId.of(current).getRules());
            }
        });
        assertThat(OldNames.all()).hasSizeGreaterThan(60);
    }

    @Test
    void resultsBeyondTheYearsThatCanBeWrittenAreErrors() {
        assertThat(error("add", "dateTime=1970-01-01T00:00:00Z", "seconds=9223372036854775807"))
                .contains("years 0 to 9999");
        assertThat(error("add", "dateTime=9999-12-31", "days=1")).contains("years 0 to 9999");
        assertThat(error("add", "dateTime=0000-01-01", "seconds=-1")).contains("years 0 to 9999");
        assertThat(error("add", "weeks=900000000000", "days=900000000000")).contains("years 0 to 9999");
        assertThat(error("convert", "dateTime=9999-12-31T23:00:00", "timeZone=America/New_York"))
                .contains("years 0 to 9999", "in UTC");
        assertThat(error("convert", "dateTime=0000-01-01T00:00:00+14:00")).contains("years 0 to 9999");
        assertThat(error("difference", "dateTime=2024-01-01", "end=9999-12-31T24:00"))
                .contains("years 0 to 9999");
        assertThat(ok("convert", "dateTime=9999-12-31T23:00:00", "timeZone=Asia/Tokyo"))
                .contains("\"utc\":\"9999-12-31T14:00:00Z\"");
    }

    @Test
    void fieldsThatAnOperationDoesNotTakeAreErrors() {
        assertThat(error("now", "dateTime=2024-01-01")).isEqualTo("now does not take dateTime");
        assertThat(error("convert", "dateTime=2024-01-01", "days=1")).startsWith("convert does not take years");
        assertThat(error("add", "dateTime=2024-01-01")).contains("add needs at least one of");
        assertThat(error("difference")).contains("difference needs dateTime, end or both");
        assertThat(error("convert", "dateTime=2024-01-01T00:00[Asia/Tokyo]", "timeZone=UTC"))
                .contains("leave one of them out");
        assertThat(bench.call("datetime", input("sleep")).text()).contains("/operation");
    }
}
