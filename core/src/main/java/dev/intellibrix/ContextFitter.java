package dev.intellibrix;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A policy at work, of which nothing that goes wrong reaches the model: then all messages are sent. */
final class ContextFitter {

    private static final Logger LOG = LoggerFactory.getLogger(ContextPolicy.class);

    private final ContextPolicy.Fitting fitting;

    ContextFitter(ContextPolicy.Fitting fitting) {
        this.fitting = fitting;
    }

    List<Message> fit(List<Message> messages) {
        List<Message> fixed;
        try {
            List<Message> sent = fitting.fit(messages);
            fixed = sent == messages ? messages : List.copyOf(sent); // Not null, and nothing in it is.
        } catch (RuntimeException e) {
            LOG.warn("a context policy failed; all messages are sent", e);
            return messages;
        }
        if (fixed == messages) {
            return messages;
        }
        if (!isWhole(fixed)) {
            LOG.warn("a context policy parted a call from its result; all messages are sent");
            return messages;
        }
        return fixed;
    }

    /** Whether every call is followed by its result, every result follows its call, and somebody waits for an answer. */
    private static boolean isWhole(List<Message> messages) {
        List<String> open = List.of();
        for (Message message : messages) {
            List<String> results =
                    message.toolResults().stream().map(ToolResultPart::callId).toList();
            if (!results.equals(open)) {
                return false;
            }
            open = message.toolCalls().stream().map(ToolCallPart::id).toList();
        }
        return open.isEmpty() && messages.stream().anyMatch(message -> message.role() == Role.USER);
    }
}
