package dev.intellibrix.examples.extraction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.TypedResult;
import dev.intellibrix.examples.extraction.InvoiceExtraction.Invoice;
import dev.intellibrix.examples.extraction.InvoiceExtraction.Item;
import dev.intellibrix.examples.support.Recording;
import dev.intellibrix.examples.support.Shown;
import dev.intellibrix.testing.MockTurn;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InvoiceExtractionTest {

    private static final MockTurn ANSWER = MockTurn.call(
            "final_answer",
            Map.of(
                    "number",
                    "2024-117",
                    "date",
                    "2024-05-03",
                    "items",
                    List.of(
                            Map.of("what", "printer cartridge", "pieces", 4, "cents", 2390),
                            Map.of("what", "box of paper", "pieces", 1, "cents", 3150)),
                    "totalCents",
                    12710));

    @Test
    void theInvoiceIsARecordThatAddsUpAndIsUntrusted() {
        Shown shown = new Shown();

        TypedResult<Invoice> result = InvoiceExtraction.extract(Recording.model(InvoiceExtraction.class, ANSWER));
        InvoiceExtraction.show(result, shown.terminal());

        assertThat(result.value())
                .isEqualTo(new Invoice(
                        "2024-117",
                        LocalDate.of(2024, 5, 3),
                        List.of(new Item("printer cartridge", 4, 2390), new Item("box of paper", 1, 3150)),
                        12710));
        assertThat(shown.text())
                .contains("is what the items come to")
                .contains("It is untrusted, because of other mail from office@example.org.");
    }

    @Test
    void aSumThatIsWrongIsSeen() {
        assertThat(new Invoice("1", LocalDate.EPOCH, List.of(new Item("a", 2, 100)), 201).addsUp())
                .isFalse();
    }
}
