package dev.intellibrix.provider.textcalls;

/** Reads one piece of markup while it arrives. What it says depends on the text alone, not on the pieces that it came in. */
interface CallReader {

    /**
     * Reads on. Once it has said something else than {@link Reading#unsure()} it is not asked again.
     *
     * @param text the turn so far; the same one in every call
     * @param isEnd whether no more will come; what is unsure then is text to its end
     */
    Reading read(GrowingText text, boolean isEnd);
}
