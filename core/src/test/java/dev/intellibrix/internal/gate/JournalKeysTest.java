package dev.intellibrix.internal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Under which keys the entries of calls are: ids come from models, so they may be anything. */
class JournalKeysTest {

    private final KeyValueStore store = new InMemoryKeyValueStore();

    private void accept(String runId, String callId) {
        Journal.of(store, runId).accept(callId, JournalEntry.approved("digest of " + callId, ApprovalDecision.allow()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"azAZ09_-", "a", "z", "A", "Z", "0", "9", "_", "-", "call_1"})
    void aPlainIdIsPartOfTheKey(String id) {
        accept("run-1", id);

        assertThat(store.get("call/run-1/" + id)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "`", "{", "@", "[", "/", ":", "a b", "\u00e4", "..", "#a"})
    void whatIsNotPlainIsNamedByItsHash(String id) {
        accept("run-1", id);
        accept(id, "call-1");

        assertThat(store.get("call/run-1/" + id)).isEmpty();
        assertThat(store.get("call/" + id + "/call-1")).isEmpty();
        assertThat(Journal.of(store, "run-1").find(id).orElseThrow().digest()).isEqualTo("digest of " + id);
        assertThat(Journal.of(store, id).find("call-1")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\n", "\u0000", "\ud800"})
    void anIdThatIsNoKeyHasAnEntryAllTheSame(String id) {
        accept(id, id);

        assertThat(Journal.of(store, id).find(id).orElseThrow().digest()).isEqualTo("digest of " + id);
        assertThat(Journal.of(store, id).find("\ud801")).isEmpty();
    }

    @Test
    void aLongIdIsNamedByItsHash() {
        String longest = "a".repeat(100);
        accept("run-1", longest);
        accept("run-1", longest + "a");

        assertThat(store.get("call/run-1/" + longest)).isPresent();
        assertThat(store.get("call/run-1/" + longest + "a")).isEmpty();
        assertThat(Journal.of(store, "run-1").find(longest + "a")).isPresent();
    }
}
