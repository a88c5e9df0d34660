package dev.intellibrix.agenttools.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Generated programs over generated documents mean here what they mean in jq. */
@Tag("thorough")
@Timeout(600)
class JqPeerTest {

    private static final int PROGRAMS = 2_000;
    private static final QueryLimits LIMITS =
            new QueryLimits(100_000, 10_000_000, 1_000_000, 1_000, Duration.ofMinutes(1));

    @TempDir
    private Path folder;

    @Test
    void agreesWithJqOnGeneratedPrograms() throws Exception {
        long seed = Long.getLong("seed", 20_261_130L);
        QueryGenerator generator = new QueryGenerator(new SplittableRandom(seed), false);
        List<String> disagreements = new ArrayList<>();
        try (JqPeer jq = JqPeer.start(folder)) {
            for (int i = 0; i < PROGRAMS; i++) {
                String document = generator.document(3);
                String program = generator.program(4);
                Queries.Answer theirs = jq.ask(program, document);
                Queries.Answer ours = Queries.answer(program, document, LIMITS);
                if (!isSame(ours, theirs)) {
                    disagreements.add(program + " over " + document + "\n  jq: " + theirs + "\n  here: " + ours);
                }
            }
        }
        assertThat(disagreements).as("seed " + seed).isEmpty();
    }

    private static boolean isSame(Queries.Answer ours, Queries.Answer theirs) {
        String error = ours.error();
        int end = error.indexOf('\0'); // which ends a message in jq
        String shown = (end < 0 ? error : error.substring(0, end)).stripTrailing();
        return ours.results().equals(theirs.results())
                && (shown.equals(theirs.error().stripTrailing()) || isSaidInWordsOfOnesOwn(error, theirs.error()));
    }

    /** What is wrong with a text that is no JSON, the budget for texts, and what jq sees while it reads the program. */
    private static boolean isSaidInWordsOfOnesOwn(String ours, String theirs) {
        return (ours.startsWith("fromjson: ") && theirs.contains("(while parsing '"))
                || (ours.startsWith("budget: ") && theirs.equals("Repeat string result too long"))
                || (ours.endsWith("as object key") && theirs.equals(Queries.NO_PROGRAM));
    }
}
