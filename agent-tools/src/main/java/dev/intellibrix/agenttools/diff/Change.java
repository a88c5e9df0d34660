package dev.intellibrix.agenttools.diff;

/**
 * Lines of the first text that others of the second stand for. Ends are exclusive; one of the two parts may be empty.
 *
 * @param aStart the first line in the first text, counted from 0
 * @param aEnd the line behind the last one in the first text
 * @param bStart the first line in the second text
 * @param bEnd the line behind the last one in the second text
 */
record Change(int aStart, int aEnd, int bStart, int bEnd) {

    int removed() {
        return aEnd - aStart;
    }

    int added() {
        return bEnd - bStart;
    }
}
