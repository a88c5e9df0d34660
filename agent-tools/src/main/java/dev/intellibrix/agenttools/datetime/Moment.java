package dev.intellibrix.agenttools.datetime;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;

/**
 * A point in time in a zone.
 *
 * @param notes what has to be said about how it was found
 */
record Moment(ZonedDateTime time, List<String> notes) {

    /** What clocks in a zone show is ambiguous where they are set back, and does not exist where they are set forward. */
    static Moment of(LocalDateTime local, ZoneId zone, List<String> notes) {
        ZoneRules rules = zone.getRules();
        List<ZoneOffset> offsets = rules.getValidOffsets(local);
        // Moves forward by the length of a gap, and takes the earlier offset in an overlap.
        ZonedDateTime time = ZonedDateTime.ofLocal(local, zone, null);
        if (offsets.size() == 1) {
            return new Moment(time, notes);
        }
        return new Moment(
                time, with(notes, offsets.isEmpty() ? gap(local, zone, time) : overlap(local, zone, offsets)));
    }

    private static String gap(LocalDateTime local, ZoneId zone, ZonedDateTime time) {
        ZoneOffsetTransition transition = zone.getRules().getTransition(local);
        return Iso.local(local) + " does not exist in " + Iso.zone(zone) + ": clocks go from "
                + Iso.local(transition.getDateTimeBefore()) + " to " + Iso.local(transition.getDateTimeAfter())
                + "; it was moved forward to " + Iso.offset(time);
    }

    private static String overlap(LocalDateTime local, ZoneId zone, List<ZoneOffset> offsets) {
        return Iso.local(local) + " happens twice in " + Iso.zone(zone) + ", at " + Iso.offset(offsets.get(0))
                + " and at "
                + Iso.offset(offsets.get(1)) + "; the earlier one, " + Iso.offset(offsets.get(0))
                + ", was taken; write the offset to choose";
    }

    Moment in(ZoneId zone) {
        return new Moment(time.withZoneSameInstant(zone), notes);
    }

    Moment noting(String note) {
        return new Moment(time, with(notes, note));
    }

    private static List<String> with(List<String> notes, String note) {
        List<String> all = new ArrayList<>(notes);
        all.add(note);
        return List.copyOf(all);
    }
}
