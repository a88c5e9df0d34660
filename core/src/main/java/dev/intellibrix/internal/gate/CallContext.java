package dev.intellibrix.internal.gate;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import dev.intellibrix.tool.ToolContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The context of one call. */
final class CallContext implements ToolContext {

    private final GateHost host;
    private final ToolCallPart call;
    private final Set<Path> protectedFiles;
    private final CancellationSource cancellation = new CancellationSource();

    CallContext(GateHost host, ToolCallPart call, Set<Path> protectedFiles) {
        this.host = host;
        this.call = call;
        this.protectedFiles = protectedFiles;
    }

    @Override
    public String runId() {
        return host.runId();
    }

    @Override
    public String conversationId() {
        return host.conversationId();
    }

    @Override
    public String callId() {
        return call.id();
    }

    @Override
    public List<String> agentPath() {
        return host.agentPath();
    }

    @Override
    public Label label() {
        return call.label();
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    @Override
    public Set<Path> protectedFiles() {
        return protectedFiles;
    }

    @Override
    public void progress(String text, double fraction) {
        if (host.hasListeners() && !cancellation.isCancelled()) {
            host.post(new RunEvent.ToolProgress(host.source(), call.id(), call.toolName(), text, fraction));
        }
    }

    /** Ends the work of this call. */
    void cancel() {
        cancellation.cancel();
    }
}
