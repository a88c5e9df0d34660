package dev.intellibrix.agenttools.datetime;

import dev.intellibrix.tool.ToolException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A date and time as it was written.
 *
 * @param offset the offset behind the time, when there is one
 * @param zone the zone in brackets, when there is one
 * @param notes what has to be said about how it was read
 */
record Written(
        LocalDateTime local,
        @Nullable ZoneOffset offset,
        @Nullable ZoneId zone,
        List<String> notes) {

    /**
     * The point in time.
     *
     * @param given the zone that the caller names beside it
     * @param usual the zone of what says nothing about one
     */
    Moment in(@Nullable ZoneId given, ZoneId usual) {
        if (zone != null) {
            if (given != null && !given.equals(zone)) {
                throw new ToolException("dateTime says [" + Iso.zone(zone) + "] and timeZone says " + Iso.zone(given)
                        + "; leave one of them out");
            }
            return offset == null ? Moment.of(local, zone, notes) : checked(zone, offset);
        }
        if (offset == null) {
            return Moment.of(local, given == null ? usual : given, notes);
        }
        ZonedDateTime time = local.atZone(offset);
        if (given == null || given.getRules().isValidOffset(local, offset)) {
            return new Moment(given == null ? time : time.withZoneSameInstant(given), notes);
        }
        return new Moment(time, notes)
                .in(given)
                .noting("dateTime has the offset " + Iso.offset(offset) + " of its own, which counts; the result is in "
                        + Iso.zone(given));
    }

    /** A time with both: the offset must be one that the zone has then, or has around a gap. */
    private Moment checked(ZoneId at, ZoneOffset with) {
        List<ZoneOffset> valid = at.getRules().getValidOffsets(local);
        ZonedDateTime time = OffsetDateTime.of(local, with).atZoneSameInstant(at);
        if (valid.contains(with)) {
            return new Moment(time, notes);
        }
        ZoneOffsetTransition gap = valid.isEmpty() ? at.getRules().getTransition(local) : null;
        if (gap != null
                && (gap.getOffsetBefore().equals(with) || gap.getOffsetAfter().equals(with))) {
            List<String> all = new ArrayList<>(notes);
            all.add(Iso.local(local) + " does not exist in " + Iso.zone(at) + ", where clocks are set forward; with "
                    + Iso.offset(with) + " it is " + Iso.offset(time));
            return new Moment(time, all);
        }
        throw new ToolException("the offset " + Iso.offset(with) + " and the zone " + Iso.zone(at)
                + " do not fit: the time there is " + Iso.offset(time) + " then; leave one of them out");
    }
}
