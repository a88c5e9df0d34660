package dev.intellibrix.workspace;

/**
 * How much the tools of a workspace show at most.
 *
 * @param readLines lines that read_file shows when it is not asked for fewer or more
 * @param readChars characters that read_file shows in one answer
 * @param lineChars characters that read_file shows of one line
 * @param entries entries that list_dir and glob show
 * @param matches matches that grep shows
 * @param matchChars characters that grep shows of one line
 */
record Bounds(int readLines, int readChars, int lineChars, int entries, int matches, int matchChars) {

    static final Bounds DEFAULT = new Bounds(2_000, 100_000, 2_000, 1_000, 250, 500);
}
