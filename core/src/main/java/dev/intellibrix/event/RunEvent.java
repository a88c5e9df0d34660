package dev.intellibrix.event;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.rules.RulesDifference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Something that happened in a run. {@link ApprovalRequested} and {@link ApprovalResolved} come in pairs, as do
 * {@link RunStarted} and one of {@link RunFinished}, {@link RunFailed} and {@link RunSuspended}; every
 * {@link ToolRequested} is followed by one {@link ToolFinished}, unless the run is suspended or fails before.
 */
public sealed interface RunEvent {

    /** Where and when an event happened; the first component of each. */
    Source source();

    /** The event's name, such as {@code tool:requested}. */
    String type();

    /** The run. */
    default String runId() {
        return source().runId();
    }

    /** When it happened. */
    default Instant at() {
        return source().at();
    }

    /**
     * Where and when an event happened.
     *
     * @param runId the run
     * @param agentPath the sub-agents between the outermost agent and the run's, outermost first; empty at the top
     * @param at the time
     */
    record Source(String runId, List<String> agentPath, Instant at) {}

    /**
     * A run begins.
     *
     * @param conversationId the conversation, or the run's id when it has none
     * @param model the model that will be asked
     * @param toolNames the names of the tools that it is offered
     */
    record RunStarted(Source source, String conversationId, String model, List<String> toolNames) implements RunEvent {
        public RunStarted {
            toolNames = List.copyOf(toolNames);
        }

        @Override
        public String type() {
            return "run:started";
        }
    }

    /**
     * The model is about to be asked.
     *
     * @param step the number of the model call, from 1
     */
    record StepStarted(Source source, int step) implements RunEvent {
        @Override
        public String type() {
            return "step:started";
        }
    }

    /**
     * The provider is about to be asked, for a step or by a context policy. Every one of these is followed by one {@link
     * ModelCallFinished}.
     *
     * @param provider the provider's {@linkplain dev.intellibrix.provider.Provider#id() id}
     * @param model the model that is asked; may be empty
     */
    record ModelCallStarted(Source source, String provider, String model) implements RunEvent {
        @Override
        public String type() {
            return "model:started";
        }
    }

    /**
     * The provider has answered, or failed, or was given up because the run was stopped.
     *
     * @param provider the provider's id
     * @param model the model that answered, as the provider names it; may be empty
     * @param finishReason why the model stopped; empty when there is no answer
     * @param usage the tokens, where there is an answer and the provider tells them
     * @param failure why there is no answer
     * @param took how long it took, further tries of a provider that retries included
     */
    record ModelCallFinished(
            Source source,
            String provider,
            String model,
            Optional<FinishReason> finishReason,
            Optional<Usage> usage,
            Optional<Throwable> failure,
            Duration took)
            implements RunEvent {
        @Override
        public String type() {
            return "model:finished";
        }
    }

    /**
     * A piece of the answer's text.
     *
     * @param text the piece
     */
    record TextDelta(Source source, String text) implements RunEvent {
        @Override
        public String type() {
            return "text:delta";
        }
    }

    /**
     * A piece of readable reasoning.
     *
     * @param text the piece
     */
    record ReasoningDelta(Source source, String text) implements RunEvent {
        @Override
        public String type() {
            return "reasoning:delta";
        }
    }

    /**
     * The model made a call; nothing is checked yet.
     *
     * @param callId the call
     * @param toolName the name as the model wrote it
     * @param arguments the arguments as the model wrote them
     * @param repaired whether the provider mended their syntax
     * @param label the trust of all that led to the call
     */
    record ToolRequested(Source source, String callId, String toolName, String arguments, boolean repaired, Label label)
            implements RunEvent {
        @Override
        public String type() {
            return "tool:requested";
        }
    }

    /**
     * A rule blocked the call, or no tool has its name.
     *
     * @param callId the call
     * @param toolName the name as the model wrote it
     * @param rule the rule, or {@code unknown-tool}
     * @param message what the model is told
     */
    record ToolIntercepted(Source source, String callId, String toolName, String rule, String message)
            implements RunEvent {
        @Override
        public String type() {
            return "tool:intercepted";
        }
    }

    /**
     * A call waits for a decision.
     *
     * @param request the call with all that the hook sees
     */
    record ApprovalRequested(Source source, ApprovalRequest request) implements RunEvent {
        @Override
        public String type() {
            return "approval:requested";
        }
    }

    /**
     * A call's wait is over.
     *
     * @param request the call as it was requested
     * @param decidedBy who decided
     * @param decision what was decided; a denial where nobody did
     * @param code the reason code of a denial, such as {@code no_hook}; empty otherwise
     * @param editedInputJson the input that takes the place of the requested one, after an edit that holds
     * @param waited how long it took
     */
    record ApprovalResolved(
            Source source,
            ApprovalRequest request,
            Decider decidedBy,
            ApprovalDecision decision,
            String code,
            Optional<String> editedInputJson,
            Duration waited)
            implements RunEvent {
        @Override
        public String type() {
            return "approval:resolved";
        }
    }

    /**
     * A tool starts.
     *
     * @param callId the call
     * @param toolName the tool
     * @param inputJson the input that runs
     */
    record ToolStarted(Source source, String callId, String toolName, String inputJson) implements RunEvent {
        @Override
        public String type() {
            return "tool:started";
        }
    }

    /**
     * A tool says how far it is.
     *
     * @param callId the call
     * @param toolName the tool
     * @param text what is being done
     * @param fraction between 0 and 1, or a negative number when it cannot be told
     */
    record ToolProgress(Source source, String callId, String toolName, String text, double fraction)
            implements RunEvent {
        @Override
        public String type() {
            return "tool:progress";
        }
    }

    /**
     * A call has its result.
     *
     * @param callId the call
     * @param toolName the tool
     * @param outcome how it ended
     * @param text what the model reads
     * @param label the result's trust and origins
     * @param failure what the tool threw, with its full text, which the model does not see
     * @param took how long the tool ran; zero when nothing ran
     */
    record ToolFinished(
            Source source,
            String callId,
            String toolName,
            ToolOutcome outcome,
            String text,
            Label label,
            Optional<Throwable> failure,
            Duration took)
            implements RunEvent {
        @Override
        public String type() {
            return "tool:finished";
        }
    }

    /**
     * The provider told what a step took.
     *
     * @param usage the tokens of this step
     */
    record UsageReported(Source source, Usage usage) implements RunEvent {
        @Override
        public String type() {
            return "usage";
        }
    }

    /**
     * The intercept rules were changed; told at the run's next decision, once for all changes since the one before.
     *
     * @param difference what changed
     */
    record RulesChanged(Source source, RulesDifference difference) implements RunEvent {
        @Override
        public String type() {
            return "rules:changed";
        }
    }

    /**
     * A model call and the tools that it asked for are done.
     *
     * @param step the number of the model call, from 1
     */
    record StepFinished(Source source, int step) implements RunEvent {
        @Override
        public String type() {
            return "step:finished";
        }
    }

    /**
     * A run ended with a result.
     *
     * @param stopReason the name of the stop reason
     * @param text the answer
     */
    record RunFinished(Source source, String stopReason, String text) implements RunEvent {
        @Override
        public String type() {
            return "run:finished";
        }
    }

    /**
     * A run ended with an exception.
     *
     * @param failure the exception that the caller gets
     */
    record RunFailed(Source source, Throwable failure) implements RunEvent {
        @Override
        public String type() {
            return "run:failed";
        }
    }

    /**
     * A run ended because calls wait for a decision; it can be resumed.
     *
     * @param callIds the calls that wait
     */
    record RunSuspended(Source source, List<String> callIds) implements RunEvent {
        public RunSuspended {
            callIds = List.copyOf(callIds);
        }

        @Override
        public String type() {
            return "run:suspended";
        }
    }
}
