package dev.intellibrix.mcp.server;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import java.util.List;
import java.util.Optional;

/** A client in the place of the model, which is trusted no more than one: its turn is the one call that it makes. */
record CallingClient(ToolCallPart call) implements Provider {

    @Override
    public String id() {
        return "mcp";
    }

    @Override
    public ModelResponse generate(ModelRequest request, StreamSink sink) {
        return new ModelResponse(Message.assistant(List.of(call)), FinishReason.STOP, Optional.empty(), "");
    }
}
