package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Conversation;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random conversations on the real loop: nothing that is made from something is trusted more than that. */
class TrustPropertyTest {

    private static final int ROUNDS = 60;
    private static final String ANYTHING = "{\"type\":\"object\"}";
    private static final List<String> NAMES =
            List.of("plain", "plain", "outside", "mixed", "broken", "gated", "no_such_tool");

    private final List<ApprovalRequest> asked = new ArrayList<>();

    private List<Tool> tools(SplittableRandom random) {
        return List.of(
                Tool.define("plain", ANYTHING).description("Plain").execute((input, context) -> "plain"),
                Tool.define("outside", ANYTHING)
                        .description("Outside")
                        .resultTrust(Trust.UNTRUSTED)
                        .execute((input, context) -> ToolOutput.text("read")
                                .from(Origin.of(Origin.Kind.FILE, String.valueOf(input.get("name"))))),
                Tool.define("mixed", ANYTHING)
                        .description("Mixed")
                        .execute((input, context) -> ToolOutput.text("mixed")
                                .untrusted(Origin.of(Origin.Kind.URL, String.valueOf(input.get("name"))))),
                Tool.define("broken", ANYTHING)
                        .description("Broken")
                        .resultTrust(random.nextBoolean() ? Trust.UNTRUSTED : Trust.TRUSTED)
                        .execute((input, context) -> {
                            throw new ToolException("broken");
                        }),
                Tool.define("gated", ANYTHING)
                        .description("Gated")
                        .needsApproval()
                        .execute((input, context) -> "ok"));
    }

    private static MockProvider turns(SplittableRandom random, int runs) {
        MockProvider provider = MockProvider.of();
        for (int run = 0; run < runs; run++) {
            for (int step = random.nextInt(4); step > 0; step--) {
                MockTurn turn = MockTurn.text("thinking");
                for (int call = 1 + random.nextInt(3); call > 0; call--) {
                    turn = turn.andCall(
                            NAMES.get(random.nextInt(NAMES.size())), Map.of("name", "n" + random.nextInt(100)));
                }
                provider.then(turn);
            }
            provider.then(MockTurn.text("done"));
        }
        return provider;
    }

    @Test
    void nothingIsTrustedMoreThanWhatItWasMadeFrom() {
        long seed = 20_261_131L;
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            try {
                check(random);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ", round " + round, e);
            }
        }
    }

    private void check(SplittableRandom random) {
        asked.clear();
        int runs = 1 + random.nextInt(3);
        Conversation conversation = new Intelligence(IntelligenceOptions.builder()
                        .provider(turns(random, runs))
                        .tools(tools(random).toArray(Tool[]::new))
                        .onToolApproval(call -> {
                            asked.add(call);
                            return asked.size() % 2 == 0 ? ApprovalDecision.allow() : ApprovalDecision.deny("no");
                        })
                        .build())
                .conversation("c");
        for (int run = 0; run < runs; run++) {
            Message message = Message.user("question " + run);
            RunResult result = conversation.ask(
                    random.nextInt(4) == 0 ? message.untrusted(Origin.of(Origin.Kind.WEBHOOK, "w")) : message);
            check(result);
        }
    }

    private void check(RunResult run) {
        Label seen = Label.TRUSTED;
        for (Message message : run.messages()) {
            for (Part part : message.parts()) {
                if (message.role() == Role.ASSISTANT) {
                    assertThat(part.label()).as("what the model wrote").isEqualTo(seen);
                } else if (message.role() == Role.TOOL) {
                    assertCovers(part.label(), seen);
                }
            }
            for (ToolCallPart call : message.toolCalls()) {
                asked.stream()
                        .filter(request -> request.callId().equals(call.id()))
                        .forEach(request -> assertThat(request.label()).isEqualTo(call.label()));
            }
            seen = seen.join(message.label());
        }
        assertThat(run.label()).isEqualTo(seen);
    }

    /** Every call of a step follows what came before the step, and so does its result. */
    private static void assertCovers(Label label, Label input) {
        assertThat(label.trust().join(input.trust())).isEqualTo(label.trust());
        if (input.isUntrusted() && label.origins().stream().noneMatch(TrustPropertyTest::isOverflow)) {
            assertThat(label.origins()).containsAll(input.origins());
        }
    }

    private static boolean isOverflow(Origin origin) {
        return origin.kind() == Origin.Kind.OVERFLOW;
    }
}
