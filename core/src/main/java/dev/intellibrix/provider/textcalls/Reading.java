package dev.intellibrix.provider.textcalls;

import java.util.List;

/**
 * What stands at a place where a call may begin.
 *
 * @param end the place behind it; for text, how far it is sure that no call begins
 * @param calls the calls; none for text
 * @param isMarked whether the markup has no other meaning than a call
 */
record Reading(State state, int end, List<WrittenCall> calls, boolean isMarked) {

    enum State {
        /** More of the text is needed to tell. */
        UNSURE,
        /** No call. */
        TEXT,
        /** A call, or several in one piece of markup. */
        CALLS
    }

    private static final Reading UNSURE = new Reading(State.UNSURE, 0, List.of(), false);

    static Reading unsure() {
        return UNSURE;
    }

    static Reading text(int end) {
        return new Reading(State.TEXT, end, List.of(), false);
    }

    /** Calls in markup that means nothing else. */
    static Reading marked(int end, List<WrittenCall> calls) {
        return new Reading(State.CALLS, end, List.copyOf(calls), true);
    }

    /** Calls in what could be something else as well. */
    static Reading unmarked(int end, List<WrittenCall> calls) {
        return new Reading(State.CALLS, end, List.copyOf(calls), false);
    }
}
