package dev.intellibrix.agenttools.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Lines that no program has printed yet, made of some that one has. */
final class Lines {

    private static final int LONGEST = 100_000;

    private Lines() {}

    /** Of each kind some. */
    static List<String> odd(List<String> printed) {
        List<String> lines = new ArrayList<>(List.of("", " ", "\t", ":", "^", "\u0000", "\ud800", "\ud83d\ude00"));
        for (String filling : List.of("x", "1", " ", ":", "a:", "(", "[", "\"", "\\", "<")) {
            String filled = filling.repeat(LONGEST / filling.length());
            lines.add(filled);
            printed.forEach(line -> lines.add((line + filled).substring(0, LONGEST)));
        }
        printed.forEach(line -> changed(line).forEach(lines::add));
        return lines;
    }

    private static Stream<String> changed(String line) {
        List<String> changed = new ArrayList<>();
        for (int i = 0; i < Math.min(line.length(), 300); i++) {
            changed.add(line.substring(0, i));
            changed.add(line.substring(i));
        }
        changed.add(line.replaceAll("[0-9]+", "99999999999999999999"));
        changed.add(line.replaceAll("[0-9]+", "0"));
        changed.add(line.replaceAll("[0-9]+", "-1"));
        changed.add(line.replaceAll("[0-9]", "\u0663")); // A digit, too, but no figure.
        changed.add(line + line);
        return changed.stream();
    }
}
