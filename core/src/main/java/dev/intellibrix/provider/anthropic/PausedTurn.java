package dev.intellibrix.provider.anthropic;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A turn that the server may pause, and goes on with when it gets what there is of it. For one call, on one thread. */
final class PausedTurn {

    /** More pauses than a turn that comes to an end has. */
    static final int MOST = 20;

    private final List<Part> parts = new ArrayList<>();
    private @Nullable Usage usage;
    private @Nullable MessagesTurn current;
    private int pauses;

    /** The request for what is missing of the turn. */
    ModelRequest rest(ModelRequest request) {
        if (parts.isEmpty()) {
            return request;
        }
        List<Message> messages = new ArrayList<>(request.messages());
        messages.add(Message.assistant(parts));
        return request.toBuilder().messages(messages).build();
    }

    /** Takes the reader of what comes next. */
    MessagesTurn begin(MessagesTurn reader) {
        current = reader;
        return reader;
    }

    /** Whether the server wants to be asked for the rest. */
    boolean isPaused() {
        return current != null && current.isPaused();
    }

    /** How often the turn was paused. */
    int pauses() {
        return pauses;
    }

    /** Takes what came of the turn. */
    void pause(ModelResponse answer) {
        pauses++;
        add(answer);
    }

    /** The turn, with what came last. */
    ModelResponse end(ModelResponse answer) {
        if (pauses == 0) {
            return answer;
        }
        add(answer);
        return new ModelResponse(
                Message.assistant(parts), answer.finishReason(), Optional.ofNullable(usage), answer.model());
    }

    private void add(ModelResponse answer) {
        parts.addAll(answer.message().parts());
        answer.usage().ifPresent(more -> usage = usage == null ? more : usage.plus(more));
    }
}
