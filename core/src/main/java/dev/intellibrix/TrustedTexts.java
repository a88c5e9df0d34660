package dev.intellibrix;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.Trust;
import java.util.List;

/** What the developer and the user wrote. */
final class TrustedTexts {

    private TrustedTexts() {}

    static List<String> of(List<Message> messages) {
        return messages.stream()
                .filter(message -> message.role() == Role.USER || message.role() == Role.SYSTEM)
                .flatMap(message -> message.parts().stream())
                .filter(part -> part instanceof TextPart && part.trust() == Trust.TRUSTED && !isHandedOn(part))
                .map(part -> ((TextPart) part).text())
                .toList();
    }

    /**
     * A task that a sub-agent was given is no word of the user, but of a model. Where more sources are known than a label
     * lists, one of them may be a tool.
     */
    private static boolean isHandedOn(Part part) {
        return part.label().origins().stream()
                .anyMatch(origin -> origin.kind() == Origin.Kind.TOOL || origin.kind() == Origin.Kind.OVERFLOW);
    }
}
