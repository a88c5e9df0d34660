package dev.intellibrix.agenttools.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries that nest end by count, before the stack does: what ends within the initialisation of a class leaves the class
 * unusable for good. In a JVM that interprets all code, whose frames are the largest, on threads with less than the usual
 * stack.
 */
@Tag("thorough")
@Timeout(600)
class StackTest {

    private static final String ARRAYS = "[".repeat(999) + "]".repeat(999);
    private static final String OBJECTS = "{\"a\":".repeat(999) + "1" + "}".repeat(999);

    private static final List<String> ON_ARRAYS = List.of(
            "[..|length]|length",
            "[paths]|length",
            "walk(.)|length",
            "walk(walk(.))|length",
            "[..|..|select(false)]|length",
            "[paths(..|..|false)]|length",
            "flatten|length",
            "walk(if length == 0 then tojson else . end)|length",
            "walk(if length == 0 then (\"[\"*999 + \"]\"*999 | fromjson | . == ([..]|last)) else . end)|flatten|length",
            "walk(if length == 0 then (last(limit(999; [] | recurse([.]))) | [. == ., tojson]) else ."
                    + " end)|flatten|length",
            "delpaths([[range(900)|0]])|length");

    private static final List<String> ON_OBJECTS = List.of(
            "walk(.)|length", "contains(.)", "(. * .) == .", "[..|..|select(false)]|length", "tojson|fromjson == 1");

    private static final List<String> ON_ONE = List.of(
            "[recurse(if . < 5000 then (.+1, .+1e9) else empty end)]|length",
            "[recurse((if . < 5000 then (.+1|.|.|(.,1e9)) else empty end)?)]|length",
            "[while(true;.+1,.+2)]",
            "[until(.>1e9;(.+1,.+2)|(.,.)|if true then . else . end)]",
            "[recurse(try (try (try (.,.) catch .) catch .) catch .)]",
            "[recurse({a:(.,.),b:.,c:.,d:(.,.)}|.a)]",
            "[recurse(\"\\(1,2)\\(3)\"|1)]",
            "[recurse(limit(2;skip(0;.,.,.)))]",
            "[recurse((.,.)//.)]",
            "[recurse((.,.) and (.,.))]",
            "[recurse((.,.)+(.,.))]",
            "[recurse(range(.,.;3;1,1))]",
            "[recurse(getpath([],[]))]",
            "[recurse(pow(1,1;1,1))]",
            "[recurse([[1]]|.[(0,0):(1,1)])]",
            "setpath([range(900)|\"a\"];1)?");

    private static String outcome(String document, String query) {
        QueryLimits limits = new QueryLimits(1_000, 100_000, 300_000, 1_000, Duration.ofMinutes(5));
        try {
            return Queries.run(document, query, limits, Cancellation.none());
        } catch (ToolException | QuerySyntaxException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** The other JVM. */
    static final class Main {

        private Main() {}

        public static void main(String[] args) throws Exception {
            List<String> outcomes = new ArrayList<>();
            Thread thread = new Thread(
                    null,
                    () -> {
                        ON_ARRAYS.forEach(query -> outcomes.add(query + " : " + outcome(ARRAYS, query)));
                        ON_OBJECTS.forEach(query -> outcomes.add(query + " : " + outcome(OBJECTS, query)));
                        ON_ONE.forEach(query -> outcomes.add(query + " : " + outcome("1", query)));
                        String chains = "(".repeat(60) + "null" + (".a".repeat(30) + ")").repeat(60);
                        outcomes.add("chains : " + outcome("null", chains));
                    },
                    "queries",
                    768 << 10);
            thread.start();
            thread.join();
            Files.write(Path.of(args[0]), outcomes);
        }
    }

    @Test
    void endsByCount(@TempDir Path folder) throws Exception {
        List<String> lines = ChildJvm.lines(folder, Main.class, "-Xint", "-Xmx512m");

        assertThat(lines)
                .hasSizeGreaterThanOrEqualTo(ON_ARRAYS.size() + ON_OBJECTS.size() + ON_ONE.size() + 1)
                .noneMatch(line -> line.endsWith("nested too deep"))
                .noneMatch(line -> line.contains("StackOverflow"));
        assertThat(Arrays.toString(lines.toArray())).contains("more than 1,400");
    }
}
