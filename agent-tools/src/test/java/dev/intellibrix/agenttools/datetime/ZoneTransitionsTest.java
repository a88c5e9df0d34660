package dev.intellibrix.agenttools.datetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.tool.ToolException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times around every change of the clocks in twenty zones from 1995 to 2025, against the rules of the JDK. */
class ZoneTransitionsTest {

    private static final Zones ZONES = Zones.known();
    private static final Instant FROM = Instant.parse("1995-01-01T00:00:00Z");
    private static final Instant TO = Instant.parse("2025-01-01T00:00:00Z");

    private static List<ZoneOffsetTransition> transitions(ZoneId zone) {
        List<ZoneOffsetTransition> all = new ArrayList<>();
        ZoneRules rules = zone.getRules();
        for (ZoneOffsetTransition next = rules.nextTransition(FROM);
                next != null && next.getInstant().isBefore(TO);
                next = rules.nextTransition(next.getInstant())) {
            all.add(next);
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/Berlin",
                "Europe/London",
                "Europe/Dublin",
                "Europe/Moscow",
                "Europe/Istanbul",
                "America/New_York",
                "America/Sao_Paulo",
                "America/Santiago",
                "America/St_Johns",
                "America/Caracas",
                "Africa/Cairo",
                "Africa/Casablanca",
                "Asia/Tehran",
                "Asia/Gaza",
                "Asia/Pyongyang",
                "Australia/Lord_Howe",
                "Australia/Adelaide",
                "Pacific/Apia",
                "Pacific/Chatham",
                "Antarctica/Troll"
            })
    void timesAroundEveryChangeOfTheClocksAreThoseOfTheRules(String name) {
        ZoneId zone = ZoneId.of(name);
        List<ZoneOffsetTransition> transitions = transitions(zone);
        assertThat(transitions).as(name).isNotEmpty();
        for (ZoneOffsetTransition transition : transitions) {
            for (long seconds : new long[] {-86_400, -3_600, -1, 0, 1, 899, 1_800, 3_599, 3_600, 86_400}) {
                checkLocal(zone, transition.getDateTimeBefore().plusSeconds(seconds));
                checkLocal(zone, transition.getDateTimeAfter().plusSeconds(seconds));
                checkInstant(zone, transition.getInstant().plusSeconds(seconds));
            }
            checkDaysAcross(zone, transition);
        }
    }

    private static Moment read(String text, ZoneId zone) {
        return DateTimeReader.read("dateTime", text, ZONES).in(zone, ZoneOffset.UTC);
    }

    private static void checkLocal(ZoneId zone, LocalDateTime local) {
        Moment moment = read(local.toString(), zone);
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
        if (offsets.isEmpty()) {
            ZoneOffsetTransition gap = zone.getRules().getTransition(local);
            assertThat(moment.time().toLocalDateTime()).isEqualTo(local.plus(gap.getDuration()));
            assertThat(moment.time().getOffset()).isEqualTo(gap.getOffsetAfter());
            assertThat(moment.notes()).singleElement().asString().contains("does not exist in " + zone);
        } else {
            assertThat(moment.time().toLocalDateTime()).isEqualTo(local);
            assertThat(moment.time().getOffset()).isEqualTo(offsets.get(0));
            assertThat(moment.notes()).hasSize(offsets.size() - 1);
        }
        if (offsets.size() == 2) {
            assertThat(moment.notes()).singleElement().asString().contains("happens twice in " + zone);
            assertThat(offsets.get(0).getTotalSeconds())
                    .isGreaterThan(offsets.get(1).getTotalSeconds());
        }
        for (ZoneOffset offset : offsets) {
            Moment chosen = read(local + offset.getId() + "[" + zone + "]", null);
            assertThat(chosen.time().toInstant()).isEqualTo(local.toInstant(offset));
            assertThat(chosen.notes()).isEmpty();
        }
    }

    private static void checkInstant(ZoneId zone, Instant instant) {
        Moment moment = read(instant.toString(), null).in(zone);
        assertThat(moment.time().toInstant()).isEqualTo(instant);
        assertThat(moment.time().getOffset()).isEqualTo(zone.getRules().getOffset(instant));
        assertThat(Iso.offset(moment.time()))
                .isEqualTo(Iso.local(LocalDateTime.ofInstant(instant, zone))
                        + Iso.offset(zone.getRules().getOffset(instant)));
    }

    private static void checkDaysAcross(ZoneId zone, ZoneOffsetTransition transition) {
        LocalDate day = transition.getDateTimeBefore().toLocalDate();
        Moment noon = Moment.of(day.minusDays(1).atTime(12, 0), zone, List.of());
        Moment later = new Amount(0, 2, 0).after(noon);
        assertThat(later.time()).isEqualTo(ZonedDateTime.ofLocal(day.plusDays(1).atTime(12, 0), zone, null));
        Moment exact = new Amount(0, 0, 172_800).after(noon);
        assertThat(Duration.between(noon.time(), exact.time())).isEqualTo(Duration.ofDays(2));
        assertThat(Difference.between(noon.time(), later.time()).calendar()).isEqualTo("P2D");
    }

    @Test
    void scrapsOfDatesAreReadOrRefused() {
        List<String> scraps = List.of(
                "2024",
                "-",
                "W",
                "01",
                "12",
                "31",
                "T",
                " ",
                ":",
                "30",
                "Z",
                "+",
                "05",
                "[",
                "]",
                "Europe/Paris",
                "UTC",
                "0",
                "366",
                "24",
                "60",
                ".5",
                ",",
                "!",
                "99",
                "\u0661",
                "\u2212");
        for (long seed = 1; seed <= 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "2024-02-29T" : "");
            for (int i = random.nextInt(10); i >= 0; i--) {
                text.append(scraps.get(random.nextInt(scraps.size())));
            }
            try {
                Moment moment =
                        DateTimeReader.read("dateTime", text.toString(), ZONES).in(null, ZoneOffset.UTC);
                assertThat(Iso.offset(moment.time())).as(text.toString()).contains("T");
            } catch (ToolException e) {
                assertThat(e).as("seed " + seed).hasMessageNotContaining("java.");
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", \"" + text + "\": " + e, e);
            }
        }
    }

    @Test
    void addingADifferenceToItsStartGivesItsEnd() {
        List<ZoneId> zones = List.of(
                ZoneId.of("America/New_York"),
                ZoneId.of("Australia/Lord_Howe"),
                ZoneId.of("Pacific/Apia"),
                ZoneId.of("Africa/Casablanca"),
                ZoneOffset.UTC);
        for (long seed = 1; seed <= 5_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ZoneId zone = zones.get(random.nextInt(zones.size()));
            long span = TO.getEpochSecond() - FROM.getEpochSecond();
            ZonedDateTime first = FROM.plusSeconds(random.nextLong(span)).atZone(zone);
            ZonedDateTime second = random.nextBoolean()
                    ? FROM.plusSeconds(random.nextLong(span)).atZone(zone)
                    : first.plusSeconds(random.nextLong(-200_000, 200_000));
            ZonedDateTime start = first.isBefore(second) ? first : second;
            ZonedDateTime end = first.isBefore(second) ? second : first;
            Difference difference = Difference.between(first, second);
            Moment sum = new Amount(
                            difference.months(),
                            difference.restDays(),
                            difference.rest().toSeconds())
                    .after(new Moment(start, List.of()));
            assertThat(sum.time()).as("seed " + seed).isEqualTo(end);
            assertThat(difference.rest().isNegative()).as("seed " + seed).isFalse();
            assertThat(difference.restDays()).as("seed " + seed).isLessThanOrEqualTo(31);
            assertThat(difference.exact()).as("seed " + seed).isEqualTo(Duration.between(first, second));
            assertThat(Difference.between(second, first).calendar().replace("-", ""))
                    .as("seed " + seed)
                    .isEqualTo(difference.calendar().replace("-", ""));
        }
    }
}
