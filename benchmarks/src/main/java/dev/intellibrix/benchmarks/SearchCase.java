package dev.intellibrix.benchmarks;

import java.util.List;
import java.util.Map;

/**
 * One search, as a call of a tool and as a command.
 *
 * @param name what it is called in the table
 * @param tool the tool
 * @param input its input
 * @param command the peer's command
 */
record SearchCase(String name, String tool, Map<String, ?> input, List<String> command) {

    private static final int ALL = 100_000;

    static SearchCase rareLiteral() {
        return new SearchCase(
                "grep, a rare literal",
                "grep",
                Map.of("pattern", SourceTree.RARE),
                List.of("rg", "-n", SourceTree.RARE, "."));
    }

    /** All searches. Those with many results count lines, so that both sides go through all files. */
    static List<SearchCase> all() {
        return List.of(
                rareLiteral(),
                count("grep, a common word", "return"),
                count("grep, a regex that holds a literal", "throw new \\w+Exception\\("),
                count("grep, a regex without a literal", "[a-z]+[A-Z][a-z]+[0-9]{2}"),
                glob(),
                glob("glob of Java files, to fd", List.of("fdfind", "--type", "f", "--extension", "java")));
    }

    static SearchCase glob() {
        return glob("glob of Java files, to all files", List.of("rg", "--files"));
    }

    /** The peer's program. */
    String program() {
        return command.get(0);
    }

    private static SearchCase count(String name, String regex) {
        return new SearchCase(
                name,
                "grep",
                Map.of("pattern", regex, "mode", "count", "maxResults", ALL),
                List.of("rg", "-c", regex, "."));
    }

    private static SearchCase glob(String name, List<String> command) {
        return new SearchCase(name, "glob", Map.of("pattern", "**/*.java", "maxResults", ALL), command);
    }
}
