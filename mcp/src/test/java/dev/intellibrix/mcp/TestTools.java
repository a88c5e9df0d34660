package dev.intellibrix.mcp;

import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Tools that tell the tests what ran. */
final class TestTools {

    /** The inputs with which the gated tool ran. */
    final List<String> written = new CopyOnWriteArrayList<>();

    /** How many calls of the waiting tool have begun. */
    final AtomicInteger waiting = new AtomicInteger();

    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch stopped = new CountDownLatch(1);

    record Text(String text) {}

    record Nothing() {}

    Tool echo() {
        return Tool.define("echo", Text.class)
                .description("Says it again")
                .category(ToolCategory.READ)
                .execute((input, context) -> input.text());
    }

    /** Needs approval. */
    Tool write() {
        return Tool.define("write", Text.class)
                .description("Keeps a text")
                .category(ToolCategory.WRITE)
                .needsApproval()
                .execute((input, context) -> {
                    written.add(input.text());
                    return "kept " + input.text();
                });
    }

    /** Runs until it is cancelled. */
    Tool waitForever() {
        return Tool.define("wait", Nothing.class)
                .description("Waits until it is told to stop")
                .execute((input, context) -> {
                    CountDownLatch cancelled = new CountDownLatch(1);
                    context.cancellation().onCancel(cancelled::countDown);
                    waiting.incrementAndGet();
                    begun.countDown();
                    try {
                        cancelled.await();
                    } finally {
                        stopped.countDown();
                    }
                    return "stopped";
                });
    }
}
