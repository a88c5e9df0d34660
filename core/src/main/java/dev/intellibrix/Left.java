package dev.intellibrix;

/**
 * What a run may still use; none of it may be left, or less than that.
 *
 * @param steps how often the model may be asked
 * @param calls how many tool calls may be taken up
 * @param tokens how many tokens may be used
 * @param hasMoney whether something is left to pay with
 * @param finalAnswer see {@link Limits#finalAnswer}
 */
record Left(long steps, long calls, long tokens, boolean hasMoney, boolean finalAnswer) {

    /** What is left to a run that works for another one. */
    Left under(Left above) {
        return new Left(
                Math.min(steps, above.steps),
                Math.min(calls, above.calls),
                Math.min(tokens, above.tokens),
                hasMoney && above.hasMoney,
                finalAnswer && above.finalAnswer);
    }

    static Left of(Limits limits, Spent spent) {
        return new Left(
                limits.maxSteps() - spent.steps(),
                limits.maxToolCalls() - spent.calls(),
                limits.maxTokens() - spent.usage().totalTokens(),
                limits.maxCost().filter(max -> spent.cost().compareTo(max) >= 0).isEmpty(),
                limits.finalAnswer());
    }
}
