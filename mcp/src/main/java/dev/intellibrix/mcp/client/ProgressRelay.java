package dev.intellibrix.mcp.client;

import dev.intellibrix.tool.ToolContext;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ObjectNode;

/** Tells the run of a call's progress, a few times a second at most. */
final class ProgressRelay implements Ticket.ProgressListener {

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(200);

    private final ToolContext context;
    private final AtomicLong next = new AtomicLong(System.nanoTime());

    ProgressRelay(ToolContext context) {
        this.context = context;
    }

    @Override
    public void progress(ObjectNode params) {
        long due = next.get();
        long now = System.nanoTime();
        if (now - due >= 0 && next.compareAndSet(due, now + PAUSE)) {
            double total = params.path("total").asDouble(0);
            double fraction = total > 0 ? params.path("progress").asDouble(0) / total : -1;
            String text = ResultReader.quoted(params.path("message").stringValue(""));
            context.progress(text, fraction >= 0 && fraction <= 1 ? fraction : -1);
        }
    }
}
