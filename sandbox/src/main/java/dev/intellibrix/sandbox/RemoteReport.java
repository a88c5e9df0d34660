package dev.intellibrix.sandbox;

import dev.intellibrix.internal.process.CapturedOutput;
import dev.intellibrix.sandbox.SandboxRun.Ending;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a script of {@link RemoteScript} printed: lines that begin with the mark, each with base64 on the lines after it. Whoever
 * runs code in the sandbox may have written it. Immutable.
 */
final class RemoteReport {

    private static final Pattern STATUS = Pattern.compile("[0-9]{1,3}");
    private static final Pattern SIZE = Pattern.compile("[0-9]{1,15}");
    private static final int KILLED = 137;

    private final Map<String, Section> sections = new LinkedHashMap<>();

    /** A line with the mark, by its words, and what follows it. */
    private static final class Section {
        private final List<String> words;
        private final StringBuilder content = new StringBuilder();

        Section(List<String> words) {
            this.words = words;
        }
    }

    /** Reads what was printed; lines before the first mark are left out. */
    RemoteReport(String printed, String mark) {
        Section last = null;
        String stream = "";
        for (String line : printed.lines().toList()) {
            if (line.startsWith(mark + " ")) {
                List<String> words =
                        List.of(line.substring(mark.length() + 1).strip().split(" "));
                last = new Section(words);
                boolean isTail = words.get(0).equals("tail");
                stream = isTail ? stream : words.get(0);
                sections.putIfAbsent(isTail ? stream + " tail" : stream, last);
            } else if (last != null) {
                last.content.append(line);
            }
        }
    }

    /** Whether there is such a line. */
    boolean says(String word) {
        return sections.containsKey(word);
    }

    /** The number on such a line, where there is one. */
    Optional<Long> number(String word) {
        return word(word, 1).filter(SIZE.asMatchPredicate()).map(Long::valueOf);
    }

    private Optional<String> word(String first, int index) {
        Section section = sections.get(first);
        return section == null || section.words.size() <= index
                ? Optional.empty()
                : Optional.of(section.words.get(index));
    }

    /** What follows such a line; empty when it is no base64. */
    Optional<byte[]> bytes(String word) {
        Section section = sections.get(word);
        if (section == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    Base64.getDecoder().decode(section.content.toString().strip()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The end of a program, when all of it was told. */
    Optional<SandboxRun> run(SandboxLimits limits, Duration took) {
        Optional<String> status = word("ended", 1).filter(STATUS.asMatchPredicate());
        Optional<SandboxOutput> out = output("out", limits.outputBytes());
        Optional<SandboxOutput> err = output("err", limits.outputBytes());
        if (status.isEmpty() || out.isEmpty() || err.isEmpty() || !says("done")) {
            return Optional.empty();
        }
        boolean isLate = word("ended", 2).orElse("").equals("late");
        int code = Integer.parseInt(status.get());
        return Optional.of(new SandboxRun(
                isLate ? KILLED : code,
                isLate ? Ending.TIMED_OUT : Outputs.endingOf(code),
                out.get(),
                err.get(),
                took));
    }

    private Optional<SandboxOutput> output(String stream, int most) {
        Optional<Long> total = number(stream);
        Optional<byte[]> head = bytes(stream);
        byte[] tail = bytes(stream + " tail").orElse(new byte[0]);
        if (total.isEmpty() || head.isEmpty() || (long) head.get().length + tail.length > most) {
            return Optional.empty();
        }
        return Optional.of(Outputs.of(CapturedOutput.of(head.get(), tail, total.get())));
    }
}
