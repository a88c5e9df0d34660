package dev.intellibrix.provider;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import java.util.Objects;
import java.util.Optional;

/**
 * A model's whole turn.
 *
 * @param message the turn, of the role {@link Role#ASSISTANT}; the loop labels its parts anew
 * @param finishReason why the model stopped
 * @param usage the tokens, where the provider tells them
 * @param model the model that answered, as the provider names it; may be empty
 */
public record ModelResponse(Message message, FinishReason finishReason, Optional<Usage> usage, String model) {

    public ModelResponse {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(finishReason, "finishReason");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(model, "model");
        if (message.role() != Role.ASSISTANT) {
            throw new IllegalArgumentException("message must be of the role ASSISTANT, but is of " + message.role());
        }
    }
}
