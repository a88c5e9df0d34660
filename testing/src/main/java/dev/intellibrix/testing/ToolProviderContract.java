package dev.intellibrix.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolProvider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the tools of every {@link ToolProvider} have to do in a run, as JUnit tests. Extend it in a test, and say how to make the
 * tools and how they are called:
 *
 * <pre>{@code
 * class MyToolsTest extends ToolProviderContract {
 *     @Override
 *     protected ToolProvider provider() {
 *         return MyTools.in(freshFolder());
 *     }
 *
 *     @Override
 *     protected List<Sample> samples() {
 *         return List.of(new Sample("my_tool", Map.of("path", "a.txt")));
 *     }
 * }
 * }</pre>
 *
 * <p>It needs JUnit 6 or newer on the test's class path, which this module does not bring.
 */
public abstract class ToolProviderContract {

    /** Long enough for everything that is to end by itself, on a busy machine. */
    private static final long LONG_SECONDS = 120;

    private static final int MAX_OUTPUT = 1_000;

    /** What the loop may add to say that it has cut something. */
    private static final int ROOM = 300;

    /** For subclasses. */
    protected ToolProviderContract() {}

    /** The tools, on a state of their own that is the same each time; called many times by a test. */
    protected abstract ToolProvider provider();

    /** Calls that succeed, each on a fresh {@link #provider}; best one for each tool. */
    protected abstract List<Sample> samples();

    /** Calls that try to get at what the tools are not meant to reach. */
    protected List<Sample> escapes() {
        return List.of();
    }

    /** Throws when something has changed that no call was allowed to change; of the last {@link #provider}. */
    protected void assertUntouched() {}

    /** The tools whose results are as trusted as what led to the call, since they bring nothing from outside. */
    protected Set<String> trustedTools() {
        return Set.of();
    }

    /** The tools that write, execute or reach the network, and do not ask before it on purpose. */
    protected Set<String> unaskedTools() {
        return Set.of();
    }

    /**
     * A call.
     *
     * @param tool the tool
     * @param input its input
     */
    protected record Sample(String tool, Map<String, Object> input) {
        /** With an input that does not change any more. */
        public Sample {
            input = Map.copyOf(input);
        }
    }

    @Test
    void everyToolHasANameOfItsOwnADescriptionAndTheSchemaOfAnObject() {
        List<Tool> tools = provider().tools();

        assertFalse(tools.isEmpty(), "there are tools");
        assertEquals(tools.size(), tools.stream().map(Tool::name).distinct().count(), "names are given once");
        for (Tool tool : tools) {
            assertFalse(tool.description().isBlank(), () -> tool.name() + " has a description");
            assertEquals(
                    "object",
                    Json.mapper().readTree(tool.inputSchema()).path("type").stringValue(""),
                    () -> "the schema of " + tool.name());
        }
    }

    @Test
    void theSameToolsAreThereEachTime() {
        ToolProvider provider = provider();

        assertEquals(
                provider.tools().stream().map(Tool::name).toList(),
                provider.tools().stream().map(Tool::name).toList());
    }

    @Test
    void everySampleIsACallOfOneOfTheTools() {
        Set<String> names =
                Set.copyOf(provider().tools().stream().map(Tool::name).toList());

        Stream.concat(samples().stream(), escapes().stream())
                .forEach(sample -> assertTrue(names.contains(sample.tool()), () -> "there is a tool " + sample.tool()));
    }

    @Test
    void noToolRunsWithAnInputThatItDoesNotKnow() {
        for (Tool tool : provider().tools()) {
            Ended end = run(new Sample(tool.name(), Map.of("no_such_input", 1)), true);
            assertEquals(ToolOutcome.INVALID_INPUT, end.result().outcome(), tool::name);
        }
        assertUntouched();
    }

    @Test
    void aToolThatChangesSomethingAsks() {
        for (Tool tool : provider().tools()) {
            boolean changes = switch (tool.category()) {
                case WRITE, EXECUTE, NETWORK -> true;
                case READ, INTERACT, DELEGATE, OTHER -> false;
            };
            if (changes && !unaskedTools().contains(tool.name())) {
                assertTrue(tool.needsApproval(), () -> tool.name() + " asks");
            }
        }
    }

    @Test
    void withoutAYesNothingRunsThatAsks() {
        for (Sample sample : samples()) {
            Ended end = run(sample, false);
            if (end.wasAsked()) {
                assertEquals(ToolOutcome.DENIED, end.result().outcome(), sample::toString);
                assertFalse(end.log().calls().get(0).ran(), sample::toString);
                assertUntouched();
            }
        }
    }

    @Test
    void everySampleSucceeds() {
        for (Sample sample : samples()) {
            ToolResultPart result = run(sample, true).result();
            assertEquals(ToolOutcome.SUCCEEDED, result.outcome(), () -> sample + ": " + result.text());
        }
    }

    @Test
    void aResultIsUntrustedUnlessItBringsNothingFromOutside() {
        for (Sample sample : samples()) {
            Trust expected = trustedTools().contains(sample.tool()) ? Trust.TRUSTED : Trust.UNTRUSTED;
            assertEquals(expected, run(sample, true).result().label().trust(), sample::toString);
        }
    }

    @Test
    void aResultIsBounded() {
        for (Sample sample : samples()) {
            int length = run(sample, true).result().text().length();
            assertTrue(length <= MAX_OUTPUT + ROOM, () -> sample + " gives " + length + " characters");
        }
    }

    @Test
    void aCallThatIsCancelledEndsSoon() throws Exception {
        for (Sample sample : samples()) {
            CompletableFuture<Run> started = new CompletableFuture<>();
            Run run = new Intelligence(options(sample, true)
                            .onRunEvent(event -> {
                                if (event instanceof RunEvent.ToolStarted) {
                                    started.join().cancel();
                                }
                            })
                            .build())
                    .start(Message.user("go"));
            started.complete(run);

            RunResult end = CompletableFuture.supplyAsync(run::await).get(LONG_SECONDS, TimeUnit.SECONDS);

            assertTrue(end.openCalls().size() <= 1, sample::toString);
        }
    }

    @Test
    void whatTheToolsAreNotMeantToReachTheyDoNotReach() {
        for (Sample escape : escapes()) {
            ToolResultPart result = run(escape, true).result();
            assertNotEquals(ToolOutcome.SUCCEEDED, result.outcome(), () -> escape + ": " + result.text());
            assertFalse(result.text().contains("Exception"), () -> escape + ": " + result.text());
            assertUntouched();
        }
    }

    /** What became of a sample. */
    private record Ended(RunLog log, ToolResultPart result) {
        boolean wasAsked() {
            return !log.calls().get(0).approvals().isEmpty();
        }
    }

    private Ended run(Sample sample, boolean isApproved) {
        RunLog log = RunLog.ofAsking(options(sample, isApproved).build(), "go");
        ToolResultPart result = log.messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .findFirst()
                .orElseThrow(() -> new AssertionError(sample + " has no result:\n" + log));
        return new Ended(log, result);
    }

    private IntelligenceOptions.Builder options(Sample sample, boolean isApproved) {
        return IntelligenceOptions.builder()
                .provider(MockProvider.of(MockTurn.call(sample.tool(), sample.input()), MockTurn.text("Done.")))
                .tools(provider())
                .limits(Limits.builder().maxToolOutputChars(MAX_OUTPUT).build())
                .onToolApproval(
                        call -> isApproved ? ApprovalDecision.allow() : ApprovalDecision.deny("not in this test"));
    }
}
