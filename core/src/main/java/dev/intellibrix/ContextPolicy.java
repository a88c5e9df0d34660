package dev.intellibrix;

import dev.intellibrix.message.Message;
import java.util.List;

/**
 * What of a conversation the model is sent. What is kept, what is saved and the trust of the run do not change by it: a message
 * that is no longer sent has been seen all the same.
 *
 * <pre>{@code
 * .contextPolicy(ContextPolicy.window(100_000))
 * .contextPolicy(ContextPolicy.summarising(150_000, 40_000))
 * }</pre>
 *
 * <p>Tokens are estimated, since every model counts them in its own way: a quarter of one for a character of ASCII, a whole one
 * for any other, 1,500 for an image or a file, and 8 for each message. For English text and for code that is about right, for
 * other scripts it is too much rather than too little. Leave some room below the model's limit. Tools and their schemas are not
 * counted.
 */
@FunctionalInterface
public interface ContextPolicy {

    /** Begins with a run. Runs go on in parallel, so keep what a policy has to remember in what this returns. */
    Fitting begin(ContextRun run);

    /** A policy at work for one run, on its thread. */
    @FunctionalInterface
    interface Fitting {

        /**
         * What to send of these messages. When this throws, or when what it returns would part a call from its result, all
         * messages are sent.
         *
         * @param messages all of them, system messages included: the list of the step before, with some more at its end. After
         *     another policy it is what that one sends, which may begin otherwise than in the step before.
         */
        List<Message> fit(List<Message> messages);
    }

    /** All messages are sent; the default. */
    static ContextPolicy keepAll() {
        return run -> messages -> messages;
    }

    /**
     * The newest messages are sent, as many as fit, together with the system messages, the first message of the user and the
     * last one. A call and its result stay together. When there are too many, a quarter of the window is made free at once, so
     * that a provider's cache of what was sent before is of use in most steps. The newest turn is sent however long it is.
     *
     * @param maxTokens how much is sent, estimated; at least 100
     */
    static ContextPolicy window(int maxTokens) {
        requireTokens("maxTokens", maxTokens);
        return run -> new Window(maxTokens);
    }

    /**
     * When the messages become too many, the model is asked to sum up the older ones, and its summary is sent in place of its
     * own turns and of the results of tools. Messages of the system and of the user are always sent as they are. The summary is
     * sent as words of the model, with the join of the labels of all that it sums up. It is made once for many steps, costs a
     * model call, which counts for the limits of tokens and cost, and is not kept. When it fails or is empty, the messages are
     * sent as they were before.
     *
     * @param maxTokens how much is sent before a summary is made, estimated; at least 100
     * @param keepTokens how much of the newest is left as it is; less than maxTokens. The newest turn is, however long it is
     */
    static ContextPolicy summarising(int maxTokens, int keepTokens) {
        requireTokens("maxTokens", maxTokens);
        if (keepTokens < 0 || keepTokens >= maxTokens) {
            throw new IllegalArgumentException(
                    "keepTokens must be from 0 to less than maxTokens, but is " + keepTokens);
        }
        return run -> new Summary(run, maxTokens, keepTokens);
    }

    /**
     * A policy that gives the other one what this one would send. When what this one sends begins otherwise than in the step
     * before, a window or a summary after it begins anew.
     */
    default ContextPolicy then(ContextPolicy other) {
        return run -> {
            Fitting first = begin(run);
            Fitting second = other.begin(run);
            return messages -> second.fit(first.fit(messages));
        };
    }

    private static void requireTokens(String argument, int tokens) {
        if (tokens < 100) {
            throw new IllegalArgumentException(argument + " must be at least 100, but is " + tokens);
        }
    }
}
