package dev.intellibrix.testing;

import static dev.intellibrix.testing.Suspended.all;
import static dev.intellibrix.testing.Suspended.stateOf;
import static dev.intellibrix.testing.Suspended.writeCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.ResumeException;
import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The stored form of a suspended run. */
class RunStateTest {

    private static final byte[] KEY =
            "0123456789abcdef0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.UTF_8);

    private final Suspended agent = new Suspended();

    private RunState state() {
        return agent.suspend(MockTurn.call("read_file", Map.of("path", "README.md")), writeCall("new"));
    }

    private static ObjectNode tree(RunState state) {
        return (ObjectNode) Json.mapper().readTree(state.toJson());
    }

    private static void refused(String json, String why) {
        assertThatThrownBy(() -> RunState.fromJson(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a run state: ")
                .hasMessageContaining(why);
    }

    private RunState signed(MockTurn... turns) {
        return stateOf(new Intelligence(agent.agent(turns).stateKey(KEY).build()).ask("go"));
    }

    private ResumeException.Reason reason(RunState state, IntelligenceOptions.Builder options) {
        return catchThrowableOfType(
                        ResumeException.class,
                        () -> new Intelligence(options.build()).resume(state, all(state, ApprovalDecision.allow())))
                .reason();
    }

    @Test
    void isTheSameAfterWritingAndReading() {
        RunResult run = new Intelligence(
                        agent.agent(MockTurn.call("read_file", Map.of("path", "README.md")), writeCall("new"))
                                .system("Be careful.")
                                .build())
                .ask("go");
        RunState state = run.state().orElseThrow();
        RunState read = RunState.fromJson(state.toJson());

        assertThat(read.toJson()).isEqualTo(state.toJson());
        assertThat(read.messages()).isEqualTo(state.messages());
        assertThat(read.label()).isEqualTo(state.label());
        assertThat(read.runId()).isEqualTo(run.runId());
        assertThat(read.conversationId()).isEqualTo(run.runId());
        ApprovalRequest request = read.pendingApprovals().get(0);
        assertThat(request.describe()).isEqualTo(state.pendingApprovals().get(0).describe());
        assertThat(request.digest()).isEqualTo(state.pendingApprovals().get(0).digest());
        assertThat(request.category()).isEqualTo(state.pendingApprovals().get(0).category());
    }

    @Test
    void refusesWhatIsNoState() {
        refused("", "empty");
        refused("[]", "format");
        refused("{}", "format");
        refused("{\"format\":\"intellibrix-run-state\"", "end");
        refused(state().toJson() + " {}", "Trailing");
    }

    @Test
    void refusesAnotherVersion() {
        refused(tree(state()).put("version", 2).toString(), "version 2");
    }

    @Test
    void refusesAFieldThatIsNotKnownWhereverItIs() {
        refused(tree(state()).put("trustEverything", true).toString(), "trustEverything");
        ObjectNode inPending = tree(state());
        ((ObjectNode) inPending.path("pending").get(0)).put("approved", true);
        refused(inPending.toString(), "approved");
        ObjectNode inMessage = tree(state());
        ((ObjectNode) inMessage.path("messages").get(0).path("parts").get(0)).put("trusted", true);
        refused(inMessage.toString(), "trusted");
        ObjectNode inUsage = tree(state());
        ((ObjectNode) inUsage.path("usage")).put("free", 1);
        refused(inUsage.toString(), "free");
    }

    @Test
    void refusesAFieldThatIsThereTwice() {
        refused(state().toJson().replaceFirst("\\{", "{\"runId\":\"other\","), "runId");
    }

    @Test
    void refusesAFieldThatIsMissingOrOfAnotherKind() {
        for (String field : tree(state()).propertyNames()) {
            if (!field.equals("label")) {
                ObjectNode without = tree(state());
                without.remove(field);
                String named = field.equals("results") ? "message" : field;
                refused(without.toString(), named);
                refused(tree(state()).put(field, true).toString(), named);
            }
        }
    }

    @Test
    void refusesNegativeAndHugeNumbers() {
        refused(tree(state()).put("steps", -1).toString(), "steps");
        refused(tree(state()).put("steps", 3_000_000_000L).toString(), "steps");
        refused(tree(state()).put("runMillis", 1.5).toString(), "runMillis");
        for (String times : List.of("null", "-5", "\"x\"", "3000000000")) {
            ObjectNode repeated = tree(state());
            repeated.set("repetitions", Json.mapper().readTree("[" + times + "]"));
            refused(repeated.toString(), "repetitions");
        }
    }

    @Test
    void refusesWhatIsTooLong() {
        refused(" ".repeat(RunState.MAX_LENGTH + 1), "characters");
    }

    @Test
    void refusesCallsThatAreNotThoseOfTheLastMessage() {
        ObjectNode none = tree(state());
        ((ArrayNode) none.path("pending")).removeAll();
        refused(none.toString(), "calls that wait");
        ObjectNode twice = tree(state());
        ArrayNode pending = (ArrayNode) twice.path("pending");
        pending.add(pending.get(0));
        refused(twice.toString(), "twice");
        ObjectNode other = tree(state());
        ((ObjectNode) other.path("pending").get(0)).put("toolName", "read_file");
        refused(other.toString(), "not one of the last message");
        ObjectNode cut = tree(state());
        ((ArrayNode) cut.path("messages")).remove(3);
        refused(cut.toString(), "last message");
    }

    @Test
    void line16AStateWithoutItsLabelsIsUntrusted() {
        RunState trusted = agent.suspend(writeCall("new"));
        assertThat(trusted.pendingApprovals().get(0).trust()).isEqualTo(Trust.TRUSTED);
        ObjectNode without = tree(trusted);
        strip(without);
        RunState read = RunState.fromJson(without.toString());

        assertThat(read.label().isUntrusted()).isTrue();
        assertThat(read.messages()).allMatch(message -> message.label().isUntrusted());
        assertThat(read.pendingApprovals().get(0).trust()).isEqualTo(Trust.UNTRUSTED);
        RunResult run = new Intelligence(agent.agent().build()).resume(read, all(read, ApprovalDecision.allow()));
        assertThat(agent.written).as("the approval was given to a trusted call").isEmpty();
        assertThat(run.stopReason()).isEqualTo(StopReason.AWAITING_APPROVAL);
        assertThat(run.pendingApprovals().get(0).trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(run.label().isUntrusted()).isTrue();
    }

    @Test
    void aLabelThatCanNotBeReadIsUntrusted() {
        ObjectNode broken = tree(agent.suspend(writeCall("new")));
        ((ObjectNode) broken.path("label")).put("trust", "very");
        assertThat(RunState.fromJson(broken.toString()).label().isUntrusted()).isTrue();
        broken.put("label", "trusted");
        assertThat(RunState.fromJson(broken.toString()).label().isUntrusted()).isTrue();
    }

    @Test
    void aRunsLabelIsNeverTrustedMoreThanItsMessages() {
        ObjectNode raised = tree(state());
        ((ObjectNode) raised.path("label")).put("trust", "trusted");
        RunState read = RunState.fromJson(raised.toString());
        RunResult run = new Intelligence(agent.agent().build()).resume(read, List.of());

        assertThat(run.label().isUntrusted()).isTrue();
    }

    private static void strip(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove("label");
        }
        node.forEach(RunStateTest::strip);
    }

    @Test
    void aSignedStateIsResumedByWhoHasTheKey() {
        RunState state = signed(writeCall("new"));
        RunResult run = new Intelligence(agent.agent(MockTurn.text("done"))
                        .stateKey(new SecretKeySpec(KEY, "HmacSHA256"))
                        .build())
                .resume(RunState.fromJson(state.toJson()), all(state, ApprovalDecision.allow()));

        assertThat(run.text()).isEqualTo("done");
        assertThat(agent.written).hasSize(1);
    }

    @Test
    void theSignatureIsOfTheContentAndNotOfItsSpacing() {
        RunState state = signed(writeCall("new"));
        RunState spaced =
                RunState.fromJson(Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(tree(state)));
        new Intelligence(agent.agent(MockTurn.text("done")).stateKey(KEY).build())
                .resume(spaced, all(spaced, ApprovalDecision.allow()));

        assertThat(agent.written).hasSize(1);
    }

    @Test
    void withAKeyAStateThatIsNotSignedIsRefused() {
        assertThat(reason(agent.suspend(writeCall("new")), agent.agent().stateKey(KEY)))
                .isEqualTo(ResumeException.Reason.SIGNATURE);
        ObjectNode without = tree(signed(writeCall("new")));
        without.remove("signature");
        assertThat(reason(RunState.fromJson(without.toString()), agent.agent().stateKey(KEY)))
                .isEqualTo(ResumeException.Reason.SIGNATURE);
        assertThat(agent.written).isEmpty();
    }

    @Test
    void aSignatureOfAnotherKeyIsRefused() {
        byte[] other = KEY.clone();
        other[0]++;

        assertThat(reason(signed(writeCall("new")), agent.agent().stateKey(other)))
                .isEqualTo(ResumeException.Reason.SIGNATURE);
        assertThat(agent.written).isEmpty();
    }

    @Test
    void aSignedStateIsRefusedByWhoCanNotCheckIt() {
        assertThat(reason(signed(writeCall("new")), agent.agent())).isEqualTo(ResumeException.Reason.SIGNATURE);
    }

    @Test
    void anyChangeOfASignedStateIsRefused() {
        RunState state = signed(
                MockTurn.call("read_file", Map.of("path", "README.md")),
                writeCall("new").andCall("read_file", Map.of("path", "b")));
        String json = state.toJson();
        long seed = 20261130;
        SplittableRandom random = new SplittableRandom(seed);
        int refused = 0;
        for (int i = 0; i < 500; i++) {
            int at = random.nextInt(json.length());
            String changed = json.substring(0, at) + (char) (33 + random.nextInt(94)) + json.substring(at + 1);
            if (isSameContent(changed, json)) {
                continue;
            }
            try {
                RunState read = RunState.fromJson(changed);
                assertThat(reason(read, agent.agent().stateKey(KEY)))
                        .as("seed %s, change %s at %s", seed, i, at)
                        .isEqualTo(ResumeException.Reason.SIGNATURE);
                refused++;
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageStartingWith("not a run state");
            }
        }
        assertThat(refused).isGreaterThan(100);
        assertThat(agent.written).isEmpty();
    }

    private static boolean isSameContent(String changed, String json) {
        try {
            return Json.mapper().readTree(changed).equals(Json.mapper().readTree(json));
        } catch (tools.jackson.core.JacksonException e) {
            return false;
        }
    }

    @Test
    void aDamagedStateIsRefusedAndNothingElseHappens() {
        String json = state().toJson();
        long seed = 31;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1_000; i++) {
            String changed = damaged(json, random);
            try {
                RunState.fromJson(changed).toJson();
            } catch (IllegalArgumentException e) {
                assertThat(e).as("seed %s, change %s", seed, i).hasMessageStartingWith("not a run state: ");
            }
        }
    }

    private static String damaged(String json, SplittableRandom random) {
        int from = random.nextInt(json.length());
        int to = Math.min(json.length(), from + random.nextInt(20));
        return switch (random.nextInt(3)) {
            case 0 -> json.substring(0, from);
            case 1 -> json.substring(0, from) + json.substring(to);
            default -> json.substring(0, from) + json.substring(from, to) + json.substring(from);
        };
    }

    @Test
    void aShortKeyIsRefused() {
        assertThatThrownBy(() -> IntelligenceOptions.builder().stateKey(new byte[31]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("stateKey")
                .hasMessageContaining("32");
    }

    @Test
    void aStateOfManyMessagesIsWrittenAndRead() {
        List<MockTurn> turns = new ArrayList<>();
        IntStream.range(0, 90).forEach(i -> turns.add(MockTurn.call("read_file", Map.of("path", "f" + i))));
        turns.add(writeCall("new"));
        RunState state = agent.suspend(turns.toArray(MockTurn[]::new));

        assertThat(state.messages()).hasSize(182);
        assertThat(state.messages()).extracting(Message::toJson).doesNotHaveDuplicates();
    }

    @Test
    void halfOfASurrogatePairGoesThrough() {
        RunState state = stateOf(new Intelligence(agent.agent(writeCall("x")).build())
                .ask("half \ud83d and \udc00 and whole \ud83d\ude00"));

        assertThat(state.messages().get(0).text()).isEqualTo("half \ud83d and \udc00 and whole \ud83d\ude00");
        assertThat(new String(
                        state.toJson().getBytes(java.nio.charset.StandardCharsets.UTF_8),
                        java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo(state.toJson());
    }

    @Test
    void aStateThatIsTooLongCanStillBeResumedInThisProcess() {
        RunResult run = new Intelligence(agent.agent(writeCall("x")).build()).ask("y".repeat(RunState.MAX_LENGTH));
        RunState state = run.state().orElseThrow();

        assertThatThrownBy(state::toJson)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("characters");
        new Intelligence(agent.agent(MockTurn.text("done")).build())
                .resume(state, all(state, ApprovalDecision.allow()));
        assertThat(agent.written).hasSize(1);
    }
}
