package dev.intellibrix.agenttools.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.tool.Cancellation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generated programs over generated documents mean here what they mean in jq. */
@Tag("thorough")
class JqPeerTest {

    private static final int PROGRAMS = 2_000;
    private static final QueryLimits LIMITS =
            new QueryLimits(100_000, 10_000_000, 1_000_000, 1_000, Duration.ofMinutes(1));

    @TempDir
    private Path folder;

    @Test
    void agreesWithJqOnGeneratedPrograms() throws Exception {
        long seed = Long.getLong("seed", 20_261_130L);
        QueryGenerator generator = new QueryGenerator(new SplittableRandom(seed));
        List<String> disagreements = new ArrayList<>();
        try (JqPeer jq = JqPeer.start(folder)) {
            for (int i = 0; i < PROGRAMS; i++) {
                String document = generator.document(3);
                String program = generator.program(4);
                JqPeer.Answer theirs = jq.ask(program, document);
                JqPeer.Answer ours = ask(program, document);
                boolean same = ours.results().equals(theirs.results())
                        && ours.error().isEmpty() == theirs.error().isEmpty();
                if (!same) {
                    disagreements.add(program + " over " + document + "\n  jq: " + theirs + "\n  here: " + ours);
                }
            }
        }
        assertThat(disagreements).as("seed " + seed).isEmpty();
    }

    private static JqPeer.Answer ask(String program, String document) {
        Run run = new Run(LIMITS, Cancellation.none());
        Results results = new Results(LIMITS.results(), LIMITS.chars());
        try (ValueReader reader = ValueReader.of(document, run)) {
            JsonValue value = reader.next();
            assertThat(value).isNotNull();
            Program.of(program).run(run, value, results);
            return new JqPeer.Answer(results.text(), "");
        } catch (QueryError e) {
            return new JqPeer.Answer(results.text(), e.getMessage() + " ");
        }
    }
}
