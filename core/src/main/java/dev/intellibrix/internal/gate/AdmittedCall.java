package dev.intellibrix.internal.gate;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolInvocation;
import dev.intellibrix.tool.ToolOutput;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call that may run, once, with the input that was decided on. */
public final class AdmittedCall implements Admission {

    private static final Logger LOG = LoggerFactory.getLogger(AdmittedCall.class);

    private final ToolCallPart call;
    private final Tool tool;
    private final ToolInvocation invocation;
    private final CallContext context;
    private final String note;
    private final int maxOutputChars;
    private final @Nullable Claim claim;
    private final AtomicBoolean started = new AtomicBoolean();

    /**
     * A call.
     *
     * @param claim what has to be taken before it runs; null for a call that nobody was asked about
     */
    AdmittedCall(
            CheckedCall checked, ToolInvocation invocation, String note, int maxOutputChars, @Nullable Claim claim) {
        this.call = checked.call();
        this.tool = checked.tool();
        this.invocation = invocation;
        this.context = checked.context();
        this.note = note;
        this.maxOutputChars = maxOutputChars;
        this.claim = claim;
    }

    /** Whether a call may start. */
    public enum Claiming {
        /** It may. */
        OURS,
        /** Somebody else has acted on the same decision. */
        TAKEN,
        /** It can not be written down that it starts. */
        FAILED
    }

    /** A call's end. */
    public record Ending(ToolResultPart result, Optional<Throwable> failure) {}

    /** The input that runs. */
    public String inputJson() {
        return invocation.inputJson();
    }

    /** The call's category. */
    public ToolCategory category() {
        return invocation.category();
    }

    /** How long the tool itself says that the call may take. */
    public Optional<Duration> timeout() {
        return tool.timeout();
    }

    /** Takes the call up; before {@link #run}, on the run's thread. */
    public Claiming claim() {
        return claim == null ? Claiming.OURS : claim.take();
    }

    /** Keeps the result in the journal, when the call was taken up. On the run's thread. */
    public void settled(ToolResultPart result) {
        if (claim != null) {
            claim.done(result);
        }
    }

    /** Tells the tool to stop. */
    public void cancel() {
        context.cancel();
    }

    /**
     * Takes the call back when it has not begun to run: {@link #run} then throws.
     *
     * @return whether that is so
     */
    public boolean withdraw() {
        boolean withdrawn = started.compareAndSet(false, true);
        if (withdrawn) {
            context.end();
        }
        return withdrawn;
    }

    /**
     * Runs the tool and makes its result; whatever the tool throws becomes one.
     *
     * @throws IllegalStateException when it ran before, or was taken back
     */
    public Ending run() {
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("call " + call.id() + " was already run or taken back");
        }
        try {
            ToolOutput output = invocation.run(context);
            return new Ending(
                    Results.ofTool(call, tool, output, context.seen(), note, maxOutputChars), Optional.empty());
        } catch (ToolException e) {
            return failed(e.getMessage() == null ? "failed" : e.getMessage(), e.label(), e);
        } catch (Throwable e) {
            // The text of other exceptions may hold secrets: the model and the log learn the kind, the events have all.
            if (!context.cancellation().isCancelled()) { // A call that was stopped may end as it likes.
                LOG.warn("tool {} failed with {}", tool.name(), e.getClass().getName());
            }
            return failed(tool.name() + " failed: " + e.getClass().getSimpleName(), Label.TRUSTED, e);
        } finally {
            context.end();
        }
    }

    /** The result of a call that does not start after all, and never will; of one that may have run before, what is known. */
    public Ending notStarted(ToolOutcome outcome, String text) {
        Ending ending = stopped(outcome, text);
        return claim == null ? ending : new Ending(claim.close(call, ending.result()), Optional.empty());
    }

    /** The result of a call that was stopped before it ended. */
    public Ending stopped(ToolOutcome outcome, String text) {
        return new Ending(result(outcome, text, Label.TRUSTED), Optional.empty());
    }

    private Ending failed(String text, Label label, Throwable cause) {
        return new Ending(result(ToolOutcome.FAILED, text, label.join(context.seen())), Optional.of(cause));
    }

    private ToolResultPart result(ToolOutcome outcome, String text, Label label) {
        return Results.ofFailure(call, tool, outcome, text, label, note, maxOutputChars);
    }
}
