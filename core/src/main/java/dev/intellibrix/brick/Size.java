package dev.intellibrix.brick;

/**
 * How large a terminal is.
 *
 * @param rows its lines
 * @param columns its characters a line
 */
record Size(int rows, int columns) {

    /** What is taken when a terminal does not tell. */
    static final Size USUAL = new Size(24, 80);

    /** For what is no terminal: long lines are broken where nobody would read on. */
    static final Size PLAIN = new Size(24, 160);

    private static final int NARROWEST = 20;
    private static final int WIDEST = 500;
    private static final int LOWEST = 8;
    private static final int HIGHEST = 500;

    Size {
        rows = Math.max(LOWEST, Math.min(HIGHEST, rows));
        columns = Math.max(NARROWEST, Math.min(WIDEST, columns));
    }
}
