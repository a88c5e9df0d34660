package dev.intellibrix.agenttools.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Queries mean here what they mean to the program {@code jq} of the machine, to the letter of its complaints. Where it is 1.6 it
 * differs from later ones in other things: it has no else that is left out, forgets the digits of numbers, and says less of what
 * it can not index; of those {@link JqPeerTest} asks jq 1.8.
 */
class JqProgramTest {

    private static final int PROGRAMS = 500;
    private static final QueryLimits LIMITS = new QueryLimits(1_000, 100_000, 1_000_000, 1_000, Duration.ofMinutes(1));

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                // Where a value stands, and that it stands nowhere, which a ? does not forgive.
                "1.5e300 @ [path((if sqrt then null else 1 end).a?)]",
                "null @ [path(1|.a?)]",
                "null @ [path(1|.a)?]",
                "null @ [path([]|.[]?)]",
                "null @ [path([1]|..|numbers)?], try path(1|..|empty) catch .",
                "[1] @ [path(.[0]|tojson|.[0]?)]",
                "{\"a\":1,\"b\":2} @ [path(last(.a,.b))]",
                "{\"a\":null} @ [path(.a|null|.b)]",
                "{\"a\":null} @ del(.a|null)",
                "\"a\" @ [path(tostring)]",
                "[1,2] @ [path(.[1]?,1)]",
                "\"a\" @ try path(\"b\"|getpath([])) catch .",
                "\"a\" @ try path({}|getpath([\"a\"])) catch .",
                "{\"a\":{\"b\":1}} @ [path(.a?.b?), path(.a?|.c?.d?)]",
                "{\"a\":[1]} @ [.a?[0]?, .a.b?, .[0]?, .a[\"x\"]?, (.a|.[[1]])]",
                "[[1]] @ [.[0:1]?, .[\"a\":]?]",
                "{\"a\":1} @ [.[(\"a\",\"b\")]], [.[(\"a\",error(\"x\"))]?]",
                // Numbers.
                "\"inf\" @ tonumber, (\"-Infinity\"|tonumber), (\"-inf\"|tonumber < 0)",
                "null @ 1.e1 + 0, [1.][0], .5",
                "[1,1e400,-1e400,0] @ map(isinfinite), map(isnormal)",
                // Complaints.
                "[1] @ setpath([[]];1)",
                "[1] @ setpath([-5];1)",
                "{} @ setpath([\"a\",-1];1)",
                "[1] @ delpaths([[\"a\"]])",
                "{\"a\":1} @ delpaths([[0]])",
                "\"x\" @ delpaths([[0]])",
                "[1] @ delpaths([[0,\"b\"]])",
                "{} @ sort_by(.a)",
                "{\"b\":{}} @ group_by([.[]?][0])",
                "{} @ unique_by(.a)",
                "{\"value\":\"\"} @ min_by([range(-1)] | length)",
                "{} @ max_by(.a)",
                "null @ {([1]|.[0]): 2}",
                "null @ [limit(\"a\"; empty)], [limit([]; empty)]",
                "null @ [.[{}], .[{\"start\":1}], .[\"a\"]]",
                // Halves of surrogate pairs; jq refuses a first half that has no second.
                "[\"\\ude00\",\"\\ude00\\ud83d\\ude00\"] @ ., map(explode, utf8bytelength, length), (.[0] =="
                        + " \"\\ufffd\")",
                "null @ \"\\ude00\" | explode",
            })
    void meansTheSame(String document, String program) throws IOException {
        Queries.Answer theirs = JqProgram.in(folder).ask(program, document);
        Queries.Answer ours = Queries.answer(program, document, LIMITS);

        assertThat(ours).isEqualTo(theirs);
    }

    /** Of errors only that there is one: jq 1.6 says less in some of them. */
    @Test
    @Tag("thorough")
    @Timeout(600)
    void generatedQueriesMeanTheSame() throws IOException {
        long seed = Long.getLong("seed", 20_261_130L);
        QueryGenerator generator = new QueryGenerator(new SplittableRandom(seed), true);
        JqProgram jq = JqProgram.in(folder);
        List<String> disagreements = new ArrayList<>();
        for (int i = 0; i < PROGRAMS; i++) {
            String document = generator.document(3);
            String program = generator.program(3);
            Queries.Answer theirs = jq.ask(program, document);
            Queries.Answer ours = Queries.answer(program, document, LIMITS);
            if (!ours.results().equals(theirs.results())
                    || ours.error().isEmpty() != theirs.error().isEmpty()) {
                disagreements.add(program + " over " + document + "\n  jq: " + theirs + "\n  here: " + ours);
            }
        }
        assertThat(disagreements).as("seed " + seed).isEmpty();
    }
}
