package dev.intellibrix.brick;

import dev.intellibrix.Agent;
import dev.intellibrix.Run;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.Message;
import java.util.Objects;

/**
 * A component with a name: an agent that does one job, and can be asked wherever an {@link Agent} can. Immutable, and as
 * thread-safe as its agent.
 *
 * @param name what it is called, such as {@code reviewer}: 1 to {@value #MAX_NAME} visible characters
 * @param agent what answers
 */
public record Brick(String name, Agent agent) implements Agent {

    /** The longest name, in characters. */
    public static final int MAX_NAME = 100;

    /**
     * A brick.
     *
     * @throws IllegalArgumentException when the name is blank, too long, or has characters that cannot be seen
     */
    public Brick {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(agent, "agent");
        if (name.isBlank() || name.length() > MAX_NAME || name.codePoints().anyMatch(VisibleText::isHidden)) {
            throw new IllegalArgumentException("name must be 1 to " + MAX_NAME + " visible characters, but is \""
                    + VisibleText.line(name.substring(0, Math.min(name.length(), MAX_NAME))) + "\"");
        }
    }

    /** A brick of this name around this agent. */
    public static Brick of(String name, Agent agent) {
        return new Brick(name, agent);
    }

    @Override
    public Run start(Message message) {
        return agent.start(message);
    }
}
