package dev.intellibrix;

import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.ToolChoice;
import java.util.concurrent.atomic.AtomicBoolean;

/** Makes the model call a tool in the first step that offers it; from then on it is free. For one run. */
final class ForcedTool implements Provider {

    private final Provider provider;
    private final String toolName;
    private final AtomicBoolean isForced = new AtomicBoolean();

    ForcedTool(Provider provider, String toolName) {
        this.provider = provider;
        this.toolName = toolName;
    }

    @Override
    public String id() {
        return provider.id();
    }

    @Override
    public ModelResponse generate(ModelRequest request, StreamSink sink) {
        boolean offers = request.toolChoice().mode() == ToolChoice.Mode.AUTO
                && request.tools().stream().anyMatch(tool -> tool.name().equals(toolName));
        return provider.generate(
                offers && isForced.compareAndSet(false, true)
                        ? request.toBuilder()
                                .toolChoice(ToolChoice.tool(toolName))
                                .build()
                        : request,
                sink);
    }
}
