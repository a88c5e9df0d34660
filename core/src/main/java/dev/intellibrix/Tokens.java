package dev.intellibrix;

import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import java.util.List;

/** How many tokens something has, about; {@link ContextPolicy} tells how it is reckoned. */
final class Tokens {

    private static final int MESSAGE = 8;
    private static final int MEDIA = 1_500;

    private Tokens() {}

    static long of(List<Message> messages) {
        return messages.stream().mapToLong(Tokens::of).sum();
    }

    static long of(Message message) {
        long quarters = MESSAGE * 4L;
        for (Part part : message.parts()) {
            quarters += quarters(part);
        }
        return (quarters + 3) / 4;
    }

    private static long quarters(Part part) {
        if (part instanceof TextPart text) {
            return quarters(text.text());
        }
        if (part instanceof ReasoningPart reasoning) {
            return quarters(reasoning.text());
        }
        if (part instanceof ToolCallPart call) {
            return quarters(call.toolName()) + quarters(call.arguments());
        }
        if (part instanceof ToolResultPart result) {
            return quarters(result.text()) + MEDIA * 4L * result.media().size();
        }
        return part instanceof MediaPart ? MEDIA * 4L : 0;
    }

    private static long quarters(String text) {
        long quarters = 0;
        for (int i = 0; i < text.length(); i++) {
            quarters += text.charAt(i) < 128 ? 1 : 4;
        }
        return quarters;
    }
}
