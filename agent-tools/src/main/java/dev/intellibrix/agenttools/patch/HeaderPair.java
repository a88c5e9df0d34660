package dev.intellibrix.agenttools.patch;

/** The lines {@code ---} and {@code +++}. */
record HeaderPair(HeaderName from, HeaderName to) {

    /** Reads the pair that stands at a line. */
    static HeaderPair at(PatchText text, int i) {
        return new HeaderPair(
                HeaderName.of(text.header(i).substring(4), i + 1),
                HeaderName.of(text.header(i + 1).substring(4), i + 2));
    }

    Section.Epoch epoch() {
        if (from.isEpoch()) {
            return Section.Epoch.OLD;
        }
        return to.isEpoch() ? Section.Epoch.NEW : Section.Epoch.NONE;
    }
}
