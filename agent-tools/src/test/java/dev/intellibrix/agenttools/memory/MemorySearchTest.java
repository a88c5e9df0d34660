package dev.intellibrix.agenttools.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.MemoryOptions;
import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.store.InMemoryKeyValueStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is found by which words. */
class MemorySearchTest {

    private static final Pattern KEY = Pattern.compile("\"key\":\"([^\"]*)\"");

    private Workbench bench;

    @BeforeEach
    void keepNotes(@TempDir Path root) {
        bench = Workbench.with(
                root,
                AgentTools.builder(root)
                        .memory(MemoryOptions.builder(new InMemoryKeyValueStore())
                                .build())
                        .build());
        save("db", "Our database is PostgreSQL 15, port 5433");
        save("deploy", "Deployments run through GitHub Actions on main");
        save("lang", "The backend is written in Go, with a bit of Python");
        save("style", "Tabs with width four; ago we used spaces, good old policies");
        save("cafe", "Treffpunkt Caf\u00e9 M\u00fcller, Stra\u00dfe 5");
        save("http", "HTTPServer has a timeout of 30s, XMLParser and utf8Text as well");
        save("greek", "\u03ba\u03b1\u03bb\u03b7\u03bc\u03ad\u03c1\u03b1 \u03ba\u03cc\u03c3\u03bc\u03bf\u03c2");
        save("russian", "\u043c\u043e\u0439");
    }

    private void save(String key, String text) {
        bench.ok("memory", Map.of("action", "save", "key", key, "text", text));
    }

    private List<String> found(String query) {
        String page = bench.ok("memory", Map.of("action", "search", "query", query));
        return KEY.matcher(page)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "databases, db",
        "deployment, deploy",
        "actions, deploy",
        "action, deploy",
        "policy, style",
        "parser, http",
        "server timeouts, http",
        "xml, http",
        "text, http",
        "muller, cafe",
        "CAFE, cafe",
        "strasse, cafe",
        "M\u00dcLLER, cafe",
        "\u03b7\u03bc\u03b5\u03c1\u03b1, ''",
        "\u03ba\u03b1\u03bb\u03b7\u03bc\u03b5\u03c1\u03b1, greek",
        "\u03ba\u03cc\u03c3\u03bc\u03bf\u03c3, greek",
        "\u043c\u043e\u0439, russian",
        "\u043c\u043e\u0438, ''",
        "go, lang",
        "used, style"
    })
    void wordsAreFoundInAnyNumberAndWithoutAccentsAndAsPartsOfNames(String query, String key) {
        assertThat(found(query)).containsExactlyElementsOf(key.isEmpty() ? List.of() : List.of(key));
    }

    @Test
    void aWordOfOneLetterFindsOnlyItselfAndNothingBesideOthers() {
        assertThat(found("e")).isEmpty();
        assertThat(found("a")).containsExactlyInAnyOrder("lang", "http");
        assertThat(found("a database")).containsExactly("db");
    }

    @Test
    void anEqualWordIsBetterThanItsPluralAndThatThanALongerOne() {
        save("one", "the cache of it");
        save("many", "the caches of it");
        save("longer", "the cachet of it");
        assertThat(found("cache")).containsExactly("one", "many", "longer");
        assertThat(found("caches")).startsWith("many", "one").doesNotContain("longer");
    }

    @Test
    void aLongNoteIsShownAroundTheFirstWordThatWasFound() {
        save("long", "x ".repeat(3_000) + "Gr\u00fc\u00dfe aus M\u00fcnchen " + "y ".repeat(3_000));
        assertThat(bench.ok("memory", Map.of("action", "search", "query", "munchen")))
                .contains("Gr\u00fc\u00dfe aus M\u00fcnchen", "\"cut\":");
        assertThat(bench.ok("memory", Map.of("action", "search", "query", "gruss")))
                .contains("Gr\u00fc\u00dfe aus M\u00fcnchen");
    }
}
