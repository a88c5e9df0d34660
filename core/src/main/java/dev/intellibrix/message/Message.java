package dev.intellibrix.message;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * One turn of a conversation: a role and the parts that were said. Immutable.
 *
 * <pre>{@code
 * Message.user("What is on this picture?").withImage("image/png", bytes)
 * Message.user(issueText).untrusted(Origin.of(Origin.Kind.WEBHOOK, "github"))
 * }</pre>
 *
 * @param role who speaks
 * @param parts what was said, in order
 */
public record Message(Role role, List<Part> parts) {

    public Message {
        Objects.requireNonNull(role, "role");
        parts = List.copyOf(parts);
        for (Part part : parts) {
            requireFits(role, part);
        }
    }

    /** The developer's instructions; trusted. */
    public static Message system(String text) {
        return new Message(Role.SYSTEM, List.of(TextPart.of(text, Label.TRUSTED)));
    }

    /** The user's words; trusted, unless {@link #untrusted} follows. */
    public static Message user(String text) {
        return new Message(Role.USER, List.of(TextPart.of(text, Label.TRUSTED)));
    }

    /** A model's turn. */
    public static Message assistant(List<? extends Part> parts) {
        return new Message(Role.ASSISTANT, List.copyOf(parts));
    }

    /** The results of the calls of the turn before, in call order. */
    public static Message toolResults(List<ToolResultPart> results) {
        return new Message(Role.TOOL, List.copyOf(results));
    }

    /** Reads what {@link #toJson} wrote. A label that is missing or unreadable is untrusted. */
    public static Message fromJson(String json) {
        return MessageJson.read(json);
    }

    /** This message as one line of JSON, labels included. */
    public String toJson() {
        return MessageJson.write(this);
    }

    /** This message with every part marked as untrusted, because of these sources. */
    public Message untrusted(Origin... origins) {
        Label label = Label.untrusted(origins);
        return relabelled(label);
    }

    /** This message with an image at the end, labelled like the rest. */
    public Message withImage(String mimeType, byte[] bytes) {
        return with(MediaPart.of(mimeType, "", bytes, label()));
    }

    /** This message with an image at the end that the provider fetches, labelled like the rest. */
    public Message withImage(String mimeType, URI address) {
        return with(MediaPart.of(mimeType, address, label()));
    }

    /** This message with a file at the end, labelled like the rest. */
    public Message withFile(String name, String mimeType, byte[] bytes) {
        return with(MediaPart.of(mimeType, name, bytes, label()));
    }

    /** This message with one more part at the end. */
    public Message with(Part part) {
        List<Part> more = new ArrayList<>(parts);
        more.add(part);
        return new Message(role, more);
    }

    /** This message with the same label on every part. */
    public Message relabelled(Label label) {
        return new Message(
                role, parts.stream().map(part -> part.withLabel(label)).toList());
    }

    /** The join of the labels of all parts. */
    public Label label() {
        Label label = Label.TRUSTED;
        for (Part part : parts) {
            label = label.join(part.label());
        }
        return label;
    }

    /** All text parts in one string; reasoning and tool results are not text. */
    public String text() {
        return parts.stream()
                .filter(TextPart.class::isInstance)
                .map(part -> ((TextPart) part).text())
                .collect(Collectors.joining());
    }

    /** The tool calls, in order. */
    public List<ToolCallPart> toolCalls() {
        return partsOf(ToolCallPart.class);
    }

    /** The tool results, in order. */
    public List<ToolResultPart> toolResults() {
        return partsOf(ToolResultPart.class);
    }

    private <P extends Part> List<P> partsOf(Class<P> type) {
        List<P> found = new ArrayList<>(parts.size());
        for (Part part : parts) {
            if (type.isInstance(part)) {
                found.add(type.cast(part));
            }
        }
        return Collections.unmodifiableList(found);
    }

    private static void requireFits(Role role, Part part) {
        boolean fits;
        if (part instanceof ToolResultPart) {
            fits = role == Role.TOOL;
        } else if (part instanceof ToolCallPart || part instanceof ReasoningPart) {
            fits = role == Role.ASSISTANT;
        } else {
            fits = role != Role.TOOL;
        }
        if (!fits) {
            throw new IllegalArgumentException("a message of role " + role + " can not hold a "
                    + part.getClass().getSimpleName());
        }
    }
}
