package dev.intellibrix.internal.text;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Estimates how large the program of a regular expression becomes when its counted repetitions are written out, which RE2/J
 * does: five of them in one another make a few characters fill the memory. Never too small, by more than a constant factor.
 */
public final class PatternSize {

    private static final Pattern COUNT = Pattern.compile("\\{([0-9]{1,9})(,([0-9]{0,9}))?}");
    private static final long MOST = 1_000_000_000;

    private final String pattern;
    private final Deque<Long> outer = new ArrayDeque<>();
    private long sum; // Of the group that is being read.
    private long last; // What a repetition would repeat.

    private PatternSize(String pattern) {
        this.pattern = pattern;
    }

    /** About how many instructions it has; a thousand million at most. */
    public static long of(String pattern) {
        PatternSize size = new PatternSize(pattern);
        for (int i = 0; i < pattern.length(); ) {
            i = size.read(i);
        }
        long all = size.sum;
        for (long each : size.outer) {
            all += each;
        }
        return Math.min(MOST, all);
    }

    /** Reads what begins here, and gives where the next begins. */
    private int read(int at) {
        switch (pattern.charAt(at)) {
            case '\\' -> {
                add(1);
                return escaped(at + 1);
            }
            case '[' -> {
                add(1);
                return endOfClass(at + 1);
            }
            case '(' -> {
                outer.push(sum);
                sum = 0;
                last = 0;
                return at + 1;
            }
            case ')' -> {
                long group = sum + 1;
                sum = outer.isEmpty() ? 0 : outer.pop();
                add(group);
                return at + 1;
            }
            case '{' -> {
                return repeated(at);
            }
            case '*', '+', '?', '|' -> {
                sum = Math.min(MOST, sum + 1);
                return at + 1;
            }
            default -> {
                add(1);
                return at + 1;
            }
        }
    }

    private void add(long size) {
        last = Math.min(MOST, size);
        sum = Math.min(MOST, sum + last);
    }

    private int repeated(int at) {
        Matcher count = COUNT.matcher(pattern).region(at, pattern.length());
        if (!count.lookingAt()) {
            add(1);
            return at + 1;
        }
        long times = Long.parseLong(count.group(1)) + 1;
        String most = count.group(3);
        if (most != null && !most.isEmpty()) {
            times = Math.max(times, Long.parseLong(most));
        }
        long before = last;
        last = Math.min(MOST, before * times);
        sum = Math.min(MOST, sum + last - before);
        return count.end();
    }

    /** A class of letters in braces is one instruction; what is quoted is read as it stands, which makes it no smaller. */
    private int escaped(int at) {
        if (at < pattern.length() - 1 && "pPx".indexOf(pattern.charAt(at)) >= 0 && pattern.charAt(at + 1) == '{') {
            int end = pattern.indexOf('}', at);
            return end < 0 ? pattern.length() : end + 1;
        }
        return at + 1;
    }

    private int endOfClass(int from) {
        int at = from;
        if (at < pattern.length() && pattern.charAt(at) == '^') {
            at++;
        }
        if (at < pattern.length() && pattern.charAt(at) == ']') {
            at++;
        }
        while (at < pattern.length() && pattern.charAt(at) != ']') {
            at += pattern.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }
}
