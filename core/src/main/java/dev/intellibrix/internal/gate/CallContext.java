package dev.intellibrix.internal.gate;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.internal.hash.Sha256;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/** The context of one call. */
public final class CallContext implements ToolContext {

    private static final int KEY_DIGITS = 16;

    private final GateHost host;
    private final ToolCallPart call;
    private final String inputJson;
    private final Set<Path> protectedFiles;
    private final CancellationSource cancellation = new CancellationSource();
    private final ToolCategory toolCategory;
    private Label seen = Label.TRUSTED; // Guarded by this.
    private final Set<Thread> awaitingPerson = ConcurrentHashMap.newKeySet();
    private volatile boolean hasEnded;

    CallContext(
            GateHost host, ToolCallPart call, ToolCategory toolCategory, String inputJson, Set<Path> protectedFiles) {
        this.host = host;
        this.call = call;
        this.toolCategory = toolCategory;
        this.inputJson = inputJson;
        this.protectedFiles = protectedFiles;
    }

    /** The run that made the call. */
    public GateHost host() {
        return host;
    }

    /** The tool that was called. */
    public String toolName() {
        return call.toolName();
    }

    /** The category of the tool that was called. */
    public ToolCategory toolCategory() {
        return toolCategory;
    }

    /** Takes note of something that the call has seen beside its input, which its result may be made from. */
    public synchronized void saw(Label label) {
        seen = seen.join(label);
    }

    /** The trust of all that the call has seen beside its input. */
    synchronized Label seen() {
        return seen;
    }

    /** Whether the tool has returned, or failed. */
    public boolean hasEnded() {
        return hasEnded;
    }

    /** The tool has returned, or failed. */
    void end() {
        hasEnded = true;
    }

    @Override
    public String runId() {
        return host.runId();
    }

    @Override
    public String rootRunId() {
        return host.rootRunId();
    }

    @Override
    public String conversationId() {
        return host.conversationId();
    }

    @Override
    public String callId() {
        return call.id();
    }

    /** With the input as well: after a crash, a provider without ids may give the id to another call of the same run. */
    @Override
    public String idempotencyKey() {
        return runId() + "/" + callId() + "/" + Sha256.hex(inputJson).substring(0, KEY_DIGITS);
    }

    @Override
    public List<String> agentPath() {
        return host.agentPath();
    }

    @Override
    public Label label() {
        return call.label().join(seen());
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

    @Override
    public <T> T awaitPerson(Callable<T> work) throws Exception {
        if (!awaitingPerson.add(Thread.currentThread())) {
            throw new IllegalStateException("awaitPerson must not be called in work that waits for a person");
        }
        try {
            return host.awaitPerson(work, cancellation);
        } finally {
            awaitingPerson.remove(Thread.currentThread());
        }
    }

    /** Whether this thread is in work that waits for a person, whose turn lasts until the work ends. */
    public boolean isAwaitingPerson() {
        return awaitingPerson.contains(Thread.currentThread());
    }

    /** Ends the work of this call. */
    void cancel() {
        cancellation.cancel();
    }
}
