package dev.intellibrix.provider.textcalls;

import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.provider.wire.MediaText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Knows what the model was given to read that is untrusted, so that markup which only repeats it is no call. For one turn. */
final class Quotations {

    private final List<Message> messages;
    private @Nullable String read;

    Quotations(List<Message> messages) {
        this.messages = messages;
    }

    /** Whether the markup stands in what was read, in one text or across several, however it was written there. */
    boolean hold(String markup) {
        String all = read;
        if (all == null) {
            all = allOf(messages);
            read = all;
        }
        return all.contains(PlainText.of(markup));
    }

    private static String allOf(List<Message> messages) {
        StringBuilder all = new StringBuilder();
        for (Message message : messages) {
            if (message.role() != Role.ASSISTANT) {
                message.parts().stream()
                        .filter(part -> part.trust() == Trust.UNTRUSTED)
                        .forEach(part -> all.append(PlainText.of(textOf(part))));
            }
        }
        return all.toString();
    }

    private static String textOf(Part part) {
        if (part instanceof TextPart text) {
            return text.text();
        }
        if (part instanceof ToolResultPart result) {
            StringBuilder text = new StringBuilder(result.text());
            result.media().forEach(media -> text.append('\n').append(textOf(media)));
            return text.toString();
        }
        return part instanceof MediaPart media ? MediaText.textIn(media).orElse("") : "";
    }
}
