package dev.intellibrix.examples.extraction;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.TypedResult;
import dev.intellibrix.brick.TerminalBrick;
import dev.intellibrix.examples.support.ExampleModel;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import java.time.LocalDate;
import java.util.List;

/**
 * Reads an invoice out of a mail, as a record. What the model answers has passed the schema of the record; whether it is true is
 * another matter, so the program reckons it up. The mail is of somebody else, and so is what comes out of it.
 */
public final class InvoiceExtraction {

    static final String MAIL = """
            Hello,

            please find below our invoice 2024-117 of 3 May 2024:

              4 printer cartridges at 23.90
              1 box of paper            31.50

            The sum is 127.10, payable within 30 days.
            Kind regards, Office Supplies Ltd""";

    record Item(
            String what,
            @Range(min = 1) int pieces,
            @Description("Price of one piece, in cents") long cents) {}

    record Invoice(
            String number,
            LocalDate date,
            List<Item> items,

            @Description("The sum that the invoice names, in cents")
            long totalCents) {

        /** Whether the items come to the sum that is named. */
        boolean addsUp() {
            return items.stream()
                            .mapToLong(item -> item.pieces() * item.cents())
                            .sum()
                    == totalCents;
        }
    }

    private InvoiceExtraction() {}

    /** Reads the one mail. */
    public static void main(String[] arguments) {
        ExampleModel model = ExampleModel.orExit(arguments, () -> ExampleModel.recordingOf(InvoiceExtraction.class));
        show(extract(model), TerminalBrick.ofSystem());
    }

    static TypedResult<Invoice> extract(ExampleModel model) {
        Message mail = Message.user("The invoice in this mail:\n\n" + MAIL)
                .untrusted(Origin.of(Origin.Kind.OTHER, "mail from office@example.org"));
        return new Intelligence(IntelligenceOptions.builder()
                        .provider(model.provider())
                        .model(model.name())
                        .system("You read invoices. Take over what is written, and compute nothing.")
                        .build())
                .ask(mail, Invoice.class);
    }

    static void show(TypedResult<Invoice> result, TerminalBrick terminal) {
        Invoice invoice = result.value();
        terminal.print("Invoice " + invoice.number() + " of " + invoice.date());
        invoice.items().forEach(item -> terminal.print("  " + item));
        terminal.print("  total: " + invoice.totalCents() + " cents, which "
                + (invoice.addsUp() ? "is what the items come to" : "is NOT what the items come to"));
        terminal.print("It is " + result.run().label() + ".");
    }
}
