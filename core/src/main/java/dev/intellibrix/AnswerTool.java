package dev.intellibrix;

import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.ToolChoice;
import dev.intellibrix.provider.ToolSpec;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Asks for an input of one tool that is decoded by its schema, and, where the model must call it, makes it do so in the first
 * step that offers it; from then on it is free. For one run.
 */
final class AnswerTool implements Provider {

    private final Provider provider;
    private final String toolName;
    private final AtomicBoolean mustCall;

    AnswerTool(Provider provider, String toolName, boolean mustCall) {
        this.provider = provider;
        this.toolName = toolName;
        this.mustCall = new AtomicBoolean(mustCall);
    }

    @Override
    public String id() {
        return provider.id();
    }

    @Override
    public ModelResponse generate(ModelRequest request, StreamSink sink) {
        List<ToolSpec> tools = request.tools().stream()
                .map(tool -> tool.withStrict(tool.strict() || isOurs(tool)))
                .toList();
        ModelRequest.Builder asked = request.toBuilder().tools(tools);
        boolean offers = request.toolChoice().mode() == ToolChoice.Mode.AUTO
                && tools.stream().anyMatch(this::isOurs);
        if (offers && mustCall.compareAndSet(true, false)) {
            asked.toolChoice(ToolChoice.tool(toolName));
        }
        return provider.generate(asked.build(), sink);
    }

    private boolean isOurs(ToolSpec tool) {
        return tool.name().equals(toolName);
    }
}
