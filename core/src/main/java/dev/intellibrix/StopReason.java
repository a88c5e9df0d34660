package dev.intellibrix;

/** Why a run ended. */
public enum StopReason {
    /** The model gave its answer. */
    ANSWERED,
    /** The model ended its turn without a text and without a call. */
    EMPTY_ANSWER,
    /** The output limit of the provider cut the answer off. */
    TRUNCATED,
    /** The model refused; the result's text is its refusal. */
    REFUSED,
    /** A content filter of the provider cut the answer off; no call of that turn was run. */
    CONTENT_FILTERED,
    /** A call waits for a decision that nobody could give now. */
    AWAITING_APPROVAL,
    /** {@link Limits#maxSteps} was reached while the model still wanted to call tools. */
    STEP_LIMIT,
    /** {@link Limits#maxToolCalls} was reached. */
    CALL_LIMIT,
    /** {@link Limits#maxTokens} was reached. */
    TOKEN_LIMIT,
    /** {@link Limits#maxCost} was reached. */
    COST_LIMIT,
    /** {@link Limits#maxRunTime} was reached. */
    TIME_LIMIT,
    /** The model made the same call with the same result in step after step. */
    LOOPING,
    /** The application's own {@link StopCondition} was met. */
    STOPPED,
    /** The run was cancelled. */
    CANCELLED
}
