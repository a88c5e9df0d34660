package dev.intellibrix.sandbox;

import dev.intellibrix.internal.process.CapturedOutput;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Standard error of a program with two marks of the script around it: that it began, and how it ended.
 *
 * @param begun whether the script started the program
 * @param status of the program, when the script saw its end
 * @param killedForMemory whether the kernel has killed something in the container for want of memory
 * @param output without the marks
 */
record MarkedOutput(boolean begun, OptionalInt status, boolean killedForMemory, SandboxOutput output) {

    private static final Pattern ENDED = Pattern.compile("([0-9]{1,3}) ([0-9]{1,9})\n.*", Pattern.DOTALL);

    /**
     * Takes the marks out.
     *
     * @param mark what both begin with
     */
    static MarkedOutput of(CapturedOutput stderr, String mark) {
        String text = stderr.text();
        String begin = mark + " begun\n";
        int from = text.indexOf(begin);
        if (from < 0) {
            return new MarkedOutput(false, OptionalInt.empty(), false, Outputs.of(stderr));
        }
        String said = text.substring(0, from) + text.substring(from + begin.length());
        String end = "\n" + mark + " ended ";
        int to = said.lastIndexOf(end);
        Matcher ended = ENDED.matcher(to < 0 ? "" : said.substring(to + end.length()));
        if (!ended.matches()) {
            return new MarkedOutput(true, OptionalInt.empty(), false, output(said, stderr, begin.length()));
        }
        return new MarkedOutput(
                true,
                OptionalInt.of(Integer.parseInt(ended.group(1))),
                Integer.parseInt(ended.group(2)) > 0,
                output(said.substring(0, to), stderr, begin.length() + said.length() - to));
    }

    private static SandboxOutput output(String text, CapturedOutput stderr, int marks) {
        return new SandboxOutput(text, Math.max(0, stderr.totalBytes() - marks), stderr.truncated());
    }
}
