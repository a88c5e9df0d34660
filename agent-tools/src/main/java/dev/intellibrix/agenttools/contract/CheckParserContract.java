package dev.intellibrix.agenttools.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.intellibrix.agenttools.checks.CheckFailure;
import dev.intellibrix.agenttools.checks.CheckParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every {@link CheckParser} has to do, as JUnit tests: find the same in the same output, of many runs at once, and take
 * whatever a program may print, since a parser that throws is heard no more. Extend it in a test and say what it reads:
 *
 * <pre>{@code
 * class TodoParserTest extends CheckParserContract {
 *     @Override
 *     protected CheckParser parser() {
 *         return new TodoParser();
 *     }
 *
 *     @Override
 *     protected List<String> output() {
 *         return List.of("2 files", "BAD a.txt:7 a todo is left");
 *     }
 * }
 * }</pre>
 *
 * <p>It needs JUnit 6 or newer on the test's class path, which this module does not bring.
 */
public abstract class CheckParserContract {

    private static final int AT_ONCE = 8;
    private static final String SECRET = "not for the model";

    @TempDir
    Path folder;

    /** For subclasses. */
    protected CheckParserContract() {}

    /** A new parser. */
    protected abstract CheckParser parser();

    /** The lines of an output in which it finds a failure; of each kind of lines that it knows some. */
    protected abstract List<String> output();

    /** The JUnit XML files that the run has written, by their paths; where they are given, a failure may be in one of them. */
    protected Map<String, String> reports() {
        return Map.of();
    }

    /** What else is in the workspace, by its path. */
    protected Map<String, String> files() {
        return Map.of();
    }

    /** How long may take what has to end by itself, on a busy machine. */
    Duration patience() {
        return Duration.ofMinutes(2);
    }

    @Test
    void findsWhatFailed() {
        assertFalse(found(parser()).isEmpty(), "there is a failure");
    }

    @Test
    void findsNothingWhereNothingWasPrinted() {
        assertEquals(List.of(), PlayedRun.of(parser(), files(), Map.of()).end());
    }

    @Test
    void findsTheSameInTheSameOutputEachTime() {
        CheckParser parser = parser();
        List<CheckFailure> first = found(parser);

        assertEquals(first, found(parser));
        assertEquals(first, found(parser()));
    }

    @Test
    void mixesNoRunsThatGoOnAtTheSameTime() {
        CheckParser parser = parser();
        PlayedRun quiet = PlayedRun.of(parser, files(), Map.of());
        PlayedRun failing = PlayedRun.of(parser, files(), reports());
        for (String line : output()) {
            failing.line(line);
            quiet.line("");
        }

        assertEquals(List.of(), quiet.end());
        assertEquals(found(parser), failing.end());
    }

    @Test
    void oneParserServesManyRunsAtOnce() throws Exception {
        CheckParser parser = parser();
        List<CheckFailure> alone = found(parser);
        CyclicBarrier together = new CyclicBarrier(AT_ONCE);
        List<Work<List<CheckFailure>>> all = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            all.add(Work.start(() -> {
                together.await();
                return found(parser);
            }));
        }
        for (Work<List<CheckFailure>> each : all) {
            assertEquals(alone, each.end(patience()));
        }
    }

    /** The time is no measure of speed: it is what no line may take that a program can print. */
    @Test
    void takesWhateverIsPrinted() throws Exception {
        CheckParser parser = parser();
        for (String odd : Lines.odd(output())) {
            taken(() -> PlayedRun.of(parser, files(), reports())
                    .lines(output())
                    .line(odd)
                    .lines(output())
                    .end());
        }
    }

    @Test
    void takesAnOutputThatEndsAnywhere() throws Exception {
        CheckParser parser = parser();
        List<String> backwards = new ArrayList<>(output());
        Collections.reverse(backwards);
        for (int i = 0; i <= backwards.size(); i++) {
            List<String> head = output().subList(0, i);
            List<String> tail = backwards.subList(0, i);
            taken(() -> PlayedRun.of(parser, files(), reports()).lines(head).end());
            taken(() -> PlayedRun.of(parser, files(), reports()).lines(tail).end());
        }
    }

    @Test
    void takesReportsThatCanNotBeRead() throws Exception {
        Map<String, String> reports = new TreeMap<>(reports());
        reports.put("target/surefire-reports/TEST-gone.xml", "");

        taken(() ->
                PlayedRun.unreadable(parser(), files(), reports).lines(output()).end());
    }

    @Test
    void takesReportsThatAreNoneAndReadsNothingThroughThem() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret.txt"), SECRET);
        for (String content : hostile(secret)) {
            PlayedRun run = PlayedRun.of(parser(), files(), Map.of("target/surefire-reports/TEST-odd.xml", content));
            taken(() -> run.lines(output()).end());
            assertFalse(run.said().contains(SECRET), "what lies outside of the workspace is read");
        }
    }

    private static List<String> hostile(Path secret) {
        String test = "<testsuite><testcase name='a' classname='b'><failure message='c'>";
        String close = "</failure></testcase></testsuite>";
        List<String> contents =
                new ArrayList<>(List.of("", "<", "{}", "\u0000", "<a>".repeat(30_000), test, test + "&x;" + close));
        StringBuilder entities = new StringBuilder("<!ENTITY x0 'x'>");
        for (int i = 1; i < 30; i++) {
            entities.append("<!ENTITY x").append(i).append(" '");
            entities.append(("&x" + (i - 1) + ";").repeat(10)).append("'>");
        }
        contents.add("<!DOCTYPE a [" + entities + "]>" + test + "&x29;" + close);
        contents.add("<!DOCTYPE a [<!ENTITY x SYSTEM '" + secret.toUri() + "'>]>" + test + "&x;" + close);
        return contents;
    }

    private List<CheckFailure> found(CheckParser parser) {
        return PlayedRun.of(parser, files(), reports()).lines(output()).end();
    }

    private void taken(Callable<List<CheckFailure>> reading) throws InterruptedException {
        try {
            Work.start(reading).end(patience());
        } catch (ExecutionException e) {
            throw new AssertionError("the parser threw: " + e.getCause(), e.getCause());
        }
    }
}
