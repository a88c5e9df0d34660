package dev.intellibrix.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.intellibrix.ContextPolicy;
import dev.intellibrix.ContextRun;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What every {@link ContextPolicy} has to do, as JUnit tests: a policy that breaks one of these rules is not told so in a run, where
 * all messages are sent in its place. Extend it in a test and say how to make one, small enough to act on some ten thousand
 * characters:
 *
 * <pre>{@code
 * class NewestQuestionsTest extends ContextPolicyContract {
 *     @Override
 *     protected ContextPolicy policy() {
 *         return new NewestQuestions(3);
 *     }
 * }
 * }</pre>
 *
 * <p>It needs JUnit 6 or newer on the test's class path, which this module does not bring.
 */
public abstract class ContextPolicyContract {

    private static final int STEPS = 30;
    private static final int LETTERS = 600;

    /** For JUnit. */
    protected ContextPolicyContract() {}

    /** A new policy. */
    protected abstract ContextPolicy policy();

    @Test
    void everyCallIsSentWithItsResultAndTheNewestMessageLast() {
        ContextPolicy.Fitting fitting = begin(policy(), "one", true);
        for (List<Message> messages : steps("one")) {
            requireWhole(messages, fit(fitting, messages));
        }
    }

    @Test
    void aModelThatCanNotBeAskedForASummaryIsNoReasonToSendLess() {
        ContextPolicy.Fitting fitting = begin(policy(), "one", false);
        for (List<Message> messages : steps("one")) {
            requireWhole(messages, fit(fitting, messages));
        }
    }

    @Test
    void whatIsUntrustedIsSentAsUntrustedAndNeverAsWordsOfTheSystemOrTheUser() {
        ContextPolicy.Fitting fitting = begin(policy(), "one", true);
        for (List<Message> messages : steps("one")) {
            for (Message message : fit(fitting, messages)) {
                if (message.toJson().contains(secretOf("one"))) {
                    assertTrue(message.label().isUntrusted(), () -> "sent as trusted: " + message.toJson());
                    assertFalse(
                            message.role() == Role.SYSTEM || message.role() == Role.USER,
                            () -> "sent as words of the " + message.role() + ": " + message.toJson());
                }
            }
        }
    }

    @Test
    void runsThatGoOnInParallelShareNothing() {
        ContextPolicy policy = policy();
        ContextPolicy.Fitting one = begin(policy, "one", true);
        ContextPolicy.Fitting two = begin(policy, "two", true);
        List<List<Message>> ofOne = steps("one");
        List<List<Message>> ofTwo = steps("two");
        for (int i = 0; i < ofOne.size(); i++) {
            requireNothingOf("two", fit(one, ofOne.get(i)));
            requireNothingOf("one", fit(two, ofTwo.get(i)));
        }
    }

    @Test
    void aRunThatBeginsWithALongConversationIsSentWholeAsWell() {
        List<List<Message>> steps = steps("one");
        List<Message> last = steps.get(steps.size() - 1);
        requireWhole(last, fit(begin(policy(), "one", true), last));
    }

    private static ContextPolicy.Fitting begin(ContextPolicy policy, String name, boolean hasModel) {
        ContextPolicy.Fitting fitting = policy.begin(new ContextRun() {
            @Override
            public String conversationId() {
                return name;
            }

            /** The worst that a model can do: it says what it was told to sum up. */
            @Override
            public Optional<String> ask(String instructions, String text) {
                return hasModel ? Optional.of(text.substring(0, Math.min(200, text.length()))) : Optional.empty();
            }
        });
        assertNotNull(fitting, "the policy at work");
        return fitting;
    }

    /** The list may not be changed, and what comes back is for the caller. */
    private static List<Message> fit(ContextPolicy.Fitting fitting, List<Message> messages) {
        List<Message> sent = fitting.fit(Collections.unmodifiableList(messages));
        assertNotNull(sent, "the messages to send");
        sent.forEach(message -> assertNotNull(message, "a message to send"));
        return sent;
    }

    private static void requireWhole(List<Message> all, List<Message> sent) {
        List<String> open = List.of();
        for (Message message : sent) {
            assertEquals(
                    open,
                    message.toolResults().stream().map(ToolResultPart::callId).toList(),
                    "the results behind these calls");
            open = message.toolCalls().stream().map(ToolCallPart::id).toList();
        }
        assertEquals(List.of(), open, "calls without results");
        assertTrue(sent.stream().anyMatch(message -> message.role() == Role.USER), "a message of the user is sent");
        Message newest = all.get(all.size() - 1);
        Message last = sent.get(sent.size() - 1);
        assertEquals(newest.role(), last.role(), "the role of the last message");
        assertEquals(
                newest.toolResults().stream().map(ToolResultPart::callId).toList(),
                last.toolResults().stream().map(ToolResultPart::callId).toList(),
                "the calls that have their results in the last message");
    }

    private static void requireNothingOf(String other, List<Message> sent) {
        sent.forEach(message ->
                assertFalse(message.toJson().contains(secretOf(other)), () -> "of another run: " + message.toJson()));
    }

    private static String secretOf(String name) {
        return "stranger-" + name;
    }

    /** What there is before each step of a run: questions, several calls at a time, and results of strangers. */
    private static List<List<Message>> steps(String name) {
        List<List<Message>> steps = new ArrayList<>();
        List<Message> messages = new ArrayList<>();
        messages.add(Message.system("Be brief."));
        for (int i = 0; i < STEPS; i++) {
            if (i % 10 == 0) {
                messages.add(Message.user("Question " + i).withImage("image/png", new byte[] {1, 2, 3}));
                steps.add(List.copyOf(messages));
            }
            messages.addAll(callsAndResults(name, i));
            steps.add(List.copyOf(messages));
            if (i % 10 == 9) {
                messages.add(Message.assistant(List.of(TextPart.of("Answer " + i, stranger()))));
            }
        }
        return steps;
    }

    private static List<Message> callsAndResults(String name, int step) {
        List<ToolCallPart> calls = new ArrayList<>();
        List<ToolResultPart> results = new ArrayList<>();
        for (int i = 0; i <= step % 3; i++) {
            ToolCallPart call = ToolCallPart.of(name + "-" + step + "-" + i, "read", "{\"number\":" + i + "}");
            String text = secretOf(name) + " " + "x".repeat(LETTERS * (1 + step % 4));
            calls.add(call);
            results.add(ToolResultPart.of(call, ToolOutcome.SUCCEEDED, text));
        }
        return List.of(
                Message.assistant(calls).relabelled(stranger()),
                Message.toolResults(results).relabelled(stranger()));
    }

    private static Label stranger() {
        return Label.untrusted(Origin.of(Origin.Kind.TOOL, "read"));
    }
}
