package dev.intellibrix.workspace.search;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A wildcard pattern for paths, with the meaning that git gives it: a star and a question mark never stand for a slash, two
 * stars between slashes stand for any number of directories. Matching takes bounded time for every pattern. Immutable.
 *
 * <p>Texts that are decoded are matched by character, texts that hold one byte a character by byte.
 */
final class Wildcard {

    private static final WildcardSegment[] INVALID = {};

    private final WildcardSegment[] segments;
    private final boolean nameOnly;

    private Wildcard(WildcardSegment[] segments) {
        this.segments = segments;
        this.nameOnly =
                segments.length == 2 && segments[0] == WildcardSegment.ANY_DIRECTORIES && !isDirectories(segments[1]);
    }

    /** Reads a pattern; one that breaks off matches nothing, as in git. */
    static Wildcard of(String pattern) {
        return of(pattern, false);
    }

    /**
     * Reads a pattern.
     *
     * @param ignoreCase whether the case of ASCII letters does not count; texts must then come in lower case
     */
    static Wildcard of(String pattern, boolean ignoreCase) {
        @Nullable List<WildcardSegment> segments = new WildcardParser(pattern, ignoreCase).parse();
        return new Wildcard(segments == null ? INVALID : segments.toArray(new WildcardSegment[0]));
    }

    /** Whether the pattern can match anything. */
    boolean isValid() {
        return segments.length > 0;
    }

    /** The first part of the pattern; only of a valid one. */
    WildcardSegment first() {
        return segments[0];
    }

    /** How many slashes the pattern has, plus one. */
    int size() {
        return segments.length;
    }

    /** Whether the pattern stands for a path. */
    boolean matches(String path) {
        return matches(path, 0, path.length());
    }

    /** Whether the pattern stands for this part of a text. */
    boolean matches(String text, int from, int to) {
        if (nameOnly) {
            int name = text.lastIndexOf('/', to - 1) + 1;
            return segments[1].matches(text, Math.max(from, name), to);
        }
        int s = 0;
        int t = from; // The start of a segment of the text; to + 1 behind the last one.
        int retry = -1;
        int retryAt = 0;
        while (true) {
            WildcardSegment segment = s < segments.length ? segments[s] : null;
            if (segment == null && t > to && isValid()) {
                return true;
            }
            if (segment == WildcardSegment.REST && t <= to) {
                return true;
            }
            if (segment == WildcardSegment.ANY_DIRECTORIES || segment == WildcardSegment.SOME_DIRECTORIES) {
                retry = s++;
                retryAt = segment == WildcardSegment.SOME_DIRECTORIES ? next(text, t, to) : t;
                t = retryAt;
                continue;
            }
            if (segment != null && t <= to) {
                int next = next(text, t, to);
                if (segment.matches(text, t, next - 1)) {
                    t = next;
                    s++;
                    continue;
                }
            }
            if (retry < 0 || retryAt > to) {
                return false;
            }
            retryAt = next(text, retryAt, to);
            t = retryAt;
            s = retry + 1;
        }
    }

    /** Whether a path below this directory, given without a slash at its end, could match. */
    boolean mayMatchBelow(String directory) {
        int t = 0;
        for (WildcardSegment segment : segments) {
            if (t > directory.length() || isDirectories(segment)) {
                return true;
            }
            int next = next(directory, t, directory.length());
            if (!segment.matches(directory, t, next - 1)) {
                return false;
            }
            t = next;
        }
        return false;
    }

    private static boolean isDirectories(WildcardSegment segment) {
        return segment == WildcardSegment.ANY_DIRECTORIES
                || segment == WildcardSegment.SOME_DIRECTORIES
                || segment == WildcardSegment.REST;
    }

    private static int next(String text, int from, int to) {
        if (from > to) {
            return from;
        }
        int slash = text.indexOf('/', from);
        return slash < 0 || slash > to ? to + 1 : slash + 1;
    }
}
