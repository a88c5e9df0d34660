package dev.intellibrix.internal.process;

/**
 * Gets a program's output line by line, in order, on the thread that reads the stream. While it works the program waits, so
 * nothing is buffered without bound; it should be fast. Lines of standard output and of standard error come on two
 * threads. One that throws is not called again, and {@link ProcessRunner#run} throws what it threw.
 */
@FunctionalInterface
public interface LineListener {

    /** The most characters of a line; the rest of a longer one is dropped. */
    int MAX_LINE = 100_000;

    /**
     * A line has been read.
     *
     * @param text the line without its line end (LF or CRLF), malformed bytes replaced; at most {@link #MAX_LINE} characters
     * @param cut whether the line was longer
     */
    void line(String text, boolean cut);
}
