package dev.intellibrix.provider.textcalls;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Puts the parts of a turn together from its text and its calls. For one turn. */
final class AnswerParts implements CallScanner.Output {

    private final List<Part> parts = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final Set<String> ids = new HashSet<>();
    private boolean hasCalls;

    /** A turn that comes after these messages. */
    AnswerParts(List<Message> before) {
        before.forEach(message -> message.toolCalls().forEach(call -> ids.add(call.id())));
    }

    @Override
    public void text(String more) {
        text.append(more);
    }

    @Override
    public void calls(List<WrittenCall> calls) {
        hasCalls = true;
        endText();
        for (WrittenCall call : calls) {
            parts.add(
                    new ToolCallPart(newId(), call.name(), call.arguments(), call.repaired(), null, Label.untrusted()));
        }
    }

    /** A part that is no text. */
    void other(Part part) {
        endText();
        if (part instanceof ToolCallPart call) {
            ids.add(call.id());
        }
        parts.add(part);
    }

    /** The turn; as it was where it has no calls in its text, so that nothing is lost that the provider keeps on it. */
    Message toMessage(Message answer) {
        endText();
        return hasCalls ? Message.assistant(parts) : answer;
    }

    /** White space around calls belongs to the markup. */
    private void endText() {
        if (!text.toString().isBlank()) {
            parts.add(TextPart.of(text.toString(), Label.untrusted()));
        }
        text.setLength(0);
    }

    /** The same for the same conversation, so that a recording fits, and like no other one in it. */
    private String newId() {
        int number = ids.size() + 1;
        while (!ids.add("text_call_" + number)) {
            number++;
        }
        return "text_call_" + number;
    }
}
