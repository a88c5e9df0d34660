package dev.intellibrix.internal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.internal.gate.CallRecords.Kept;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is kept without a store is bounded, and changes by compare-and-set. */
class ProcessRecordsTest {

    private static JournalEntry entry(String digest) {
        return JournalEntry.approved(digest, ApprovalDecision.allow());
    }

    private static void put(ProcessRecords records, String key, JournalEntry entry) {
        assertThat(records.compareAndSet(key, records.get(key), entry)).isTrue();
    }

    private static List<String> present(ProcessRecords records, String... keys) {
        return List.of(keys).stream()
                .filter(key -> records.get(key).isPresent())
                .toList();
    }

    @Test
    void anEntryThatChangedMeanwhileIsLeftAsItIs() {
        ProcessRecords records = new ProcessRecords(10, 1_000);
        put(records, "a", entry("first"));
        Optional<Kept> found = records.get("a");
        put(records, "a", entry("second"));

        assertThat(records.compareAndSet("a", found, entry("third"))).isFalse();
        assertThat(records.compareAndSet("a", Optional.empty(), entry("third"))).isFalse();
        assertThat(records.get("a").orElseThrow().entry().digest()).isEqualTo("second");
    }

    @Test
    void theOldestGoesWhenThereAreTooMany() {
        ProcessRecords records = new ProcessRecords(2, 1_000);
        put(records, "a", entry("1"));
        put(records, "b", entry("2"));
        assertThat(present(records, "a", "b")).containsExactly("a", "b");

        put(records, "a", entry("3")); // The newest now.
        put(records, "c", entry("4"));

        assertThat(present(records, "a", "b", "c")).containsExactly("a", "c");
    }

    @Test
    void theOldestGoWhenTheyAreTooLong() {
        ProcessRecords records = new ProcessRecords(10, 10);
        put(records, "a", entry("12345"));
        put(records, "b", entry("12345"));
        assertThat(present(records, "a", "b")).containsExactly("a", "b");

        put(records, "c", entry("1"));
        assertThat(present(records, "a", "b", "c")).containsExactly("b", "c");
        put(records, "b", entry("123456789")); // What it was before does not count any more.
        assertThat(present(records, "b", "c")).containsExactly("b", "c");
    }

    @Test
    void oneThatIsTooLongByItselfIsKeptUntilTheNext() {
        ProcessRecords records = new ProcessRecords(10, 10);
        put(records, "a", entry("x".repeat(100)));
        assertThat(present(records, "a")).containsExactly("a");

        put(records, "b", entry("1"));
        assertThat(present(records, "a", "b")).containsExactly("b");
    }

    @Test
    void allThatAnEntryHoldsCounts() {
        MediaPart picture = MediaPart.of("image/png", "p", new byte[300], Label.TRUSTED);
        ToolResultPart result =
                new ToolResultPart("1", "t", ToolOutcome.SUCCEEDED, "x".repeat(50), List.of(picture), Label.TRUSTED);

        assertThat(entry("12345").length()).isEqualTo(5);
        assertThat(entry("12345").done(result).length()).isEqualTo(5 + 50 + 400);
        assertThat(JournalEntry.approved("1", ApprovalDecision.deny("y".repeat(70)))
                        .length())
                .isBetween(71, 100);
        assertThat(JournalEntry.approved("1", ApprovalDecision.edit(Map.of("a", "y".repeat(70))))
                        .length())
                .isBetween(71, 100);
    }
}
