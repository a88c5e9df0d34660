package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.event.RunEvent;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ElicitationTest {

    private static final String CAN_ASK = "{\"elicitation\":{}}";
    private static final String INPUT = "{\"text\":\"a\\u202eb\"}";

    private final TestTools tools = new TestTools();

    private ServeMcp.Builder server() {
        return ServeMcp.builder(tools.write()).approveByElicitation();
    }

    private static String answer(JsonNode question, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + question.path("id") + "," + result + "}";
    }

    private static String text(JsonNode answer) {
        return answer.at("/result/content/0/text").asString("");
    }

    @Test
    void asksTheClientsUserAndRunsWhatWasAllowed() throws Exception {
        try (StreamClient client = StreamClient.ready(server().build(), CAN_ASK)) {
            int id = client.beginCall("write", INPUT);
            JsonNode question = client.next("elicitation/create");

            assertThat(tools.written).isEmpty();
            assertThat(question.at("/params/message").stringValue())
                    .startsWith("Allow write?")
                    .contains("text: a\\u{202E}b")
                    .contains("untrusted, because of remote caller tester/7");
            assertThat(question.at("/params/requestedSchema/required").toString())
                    .isEqualTo("[\"allow\"]");

            client.send(answer(question, "\"result\":{\"action\":\"accept\",\"content\":{\"allow\":true},\"new\":1}"));

            assertThat(text(client.answer(id))).isEqualTo("kept a\u202eb");
            assertThat(tools.written).containsExactly("a\u202eb");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"result\":{\"action\":\"accept\",\"content\":{\"allow\":false}}",
                "\"result\":{\"action\":\"accept\",\"content\":{\"allow\":\"true\"}}",
                "\"result\":{\"action\":\"accept\",\"content\":{\"allow\":1}}",
                "\"result\":{\"action\":\"accept\",\"content\":{\"Allow\":true}}",
                "\"result\":{\"action\":\"accept\",\"content\":[true]}",
                "\"result\":{\"action\":\"accept\",\"allow\":true}",
                "\"result\":{\"action\":\"accept\"}",
                "\"result\":{\"action\":\"ACCEPT\",\"content\":{\"allow\":true}}",
                "\"result\":{\"action\":[\"accept\"],\"content\":{\"allow\":true}}",
                "\"result\":{\"action\":\"decline\",\"content\":{\"allow\":true}}",
                "\"result\":{\"action\":\"cancel\",\"content\":{\"allow\":true}}",
                "\"result\":{\"content\":{\"allow\":true}}",
                "\"result\":true",
                "\"result\":null",
                "\"error\":{\"code\":1,\"message\":\"allow\"}",
                "\"error\":null"
            })
    void takesNothingElseForAYes(String result) throws Exception {
        try (StreamClient client = StreamClient.ready(server().build(), CAN_ASK)) {
            int id = client.beginCall("write", INPUT);
            client.send(answer(client.next("elicitation/create"), result));

            JsonNode denied = client.answer(id);
            assertThat(denied.at("/result/isError").booleanValue()).isTrue();
            assertThat(text(denied)).contains("denied");
            assertThat(tools.written).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"elicitation\":{\"url\":{}}}", "{\"elicitation\":true}", "{\"sampling\":{}}"})
    void aClientThatCanNotAskByAFormGetsDenials(String capabilities) throws Exception {
        try (StreamClient client = StreamClient.ready(server().build(), capabilities)) {
            assertThat(text(client.call("write", INPUT))).contains("no way to ask");
            assertThat(tools.written).isEmpty();
        }
    }

    @Test
    void theFirstAnswerCountsAndAnswersToNothingAreDropped() throws Exception {
        String yes = "\"result\":{\"action\":\"accept\",\"content\":{\"allow\":true}}";
        String no = "\"result\":{\"action\":\"decline\"}";
        try (StreamClient client = StreamClient.ready(server().build(), CAN_ASK)) {
            client.send("{\"jsonrpc\":\"2.0\",\"id\":\"approval-1\"," + yes + "}"); // Before there is such a question.
            client.send("{\"jsonrpc\":\"2.0\",\"id\":1," + yes + "}");
            int id = client.beginCall("write", INPUT);
            JsonNode question = client.next("elicitation/create");
            assertThat(tools.written).isEmpty();

            client.send(answer(question, no));
            client.send(answer(question, yes));
            assertThat(text(client.answer(id))).contains("declined");

            int second = client.beginCall("write", INPUT);
            JsonNode next = client.next("elicitation/create");
            assertThat(next.path("id")).isNotEqualTo(question.path("id"));
            client.send(answer(question, yes)); // To the question of the call before.
            client.send(answer(next, no));
            assertThat(text(client.answer(second))).contains("declined");
            assertThat(tools.written).isEmpty();
        }
    }

    @Test
    void aCallThatIsCancelledWhileItsUserIsAskedDoesNotRunAndTheQuestionIsWithdrawn() throws Exception {
        try (StreamClient client = StreamClient.ready(server().build(), CAN_ASK)) {
            int id = client.beginCall("write", INPUT);
            JsonNode question = client.next("elicitation/create");

            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id
                    + "}}");

            assertThat(client.next("notifications/cancelled").at("/params/requestId"))
                    .isEqualTo(question.path("id"));
            client.send(answer(question, "\"result\":{\"action\":\"accept\",\"content\":{\"allow\":true}}"));
            client.request("ping", "{}");
            assertThat(tools.written).isEmpty();
            assertThat(client.unread()).isNull();
        }
    }

    /** The threads of a cancelled call are interrupted, and an interrupt in a write closes the channel that is written to. */
    @Test
    void aCallThatIsCancelledWhileItsQuestionIsBeingWrittenLeavesTheConnectionOpen() throws Exception {
        CountDownLatch isWriting = new CountDownLatch(1);
        CountDownLatch isCancelled = new CountDownLatch(1);
        ServeMcp.Builder server = server().onRunEvent(event -> {
            if (event instanceof RunEvent.RunFinished) {
                isCancelled.countDown();
            }
        });
        try (StreamClient client =
                StreamClient.ready(server.build(), CAN_ASK, out -> new SlowQuestions(out, isWriting, isCancelled))) {
            int id = client.beginCall("write", INPUT);
            assertThat(isWriting.await(60, TimeUnit.SECONDS)).isTrue();
            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id
                    + "}}");

            JsonNode question = client.next("elicitation/create");
            assertThat(client.next("notifications/cancelled").at("/params/requestId"))
                    .isEqualTo(question.path("id"));
            assertThat(client.request("ping", "{}").has("result")).isTrue();
        }
    }

    /** Writes a question only when something has happened; an interrupt meanwhile is kept for the write. */
    private static final class SlowQuestions extends FilterOutputStream {

        private final CountDownLatch isWriting;
        private final CountDownLatch goesOn;

        SlowQuestions(OutputStream out, CountDownLatch isWriting, CountDownLatch goesOn) {
            super(out);
            this.isWriting = isWriting;
            this.goesOn = goesOn;
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            if (new String(bytes, StandardCharsets.UTF_8).contains("elicitation/create")) {
                isWriting.countDown();
                waitAnyhow();
            }
            out.write(bytes);
        }

        private void waitAnyhow() {
            boolean isInterrupted = false;
            while (goesOn.getCount() > 0) {
                try {
                    goesOn.await();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void aQuestionThatIsNeverAnsweredIsADenialInTheEnd() throws Exception {
        try (StreamClient client = StreamClient.ready(
                server().approvalTimeout(Duration.ofSeconds(2)).build(), CAN_ASK)) {
            int id = client.beginCall("write", INPUT);
            assertThat(text(client.answer(id))).contains("hook_timeout");
            assertThat(tools.written).isEmpty();
        }
    }

    @Test
    void aClientThatGoesAwayHasAllowedNothing() throws Exception {
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        StreamClient client =
                StreamClient.ready(server().onRunEvent(events::add).build(), CAN_ASK);
        client.beginCall("write", INPUT);
        client.next("elicitation/create");

        client.close();

        assertThat(tools.written).isEmpty();
        assertThat(events).hasAtLeastOneElementOfType(RunEvent.ApprovalResolved.class);
        assertThat(events).doesNotHaveAnyElementsOfTypes(RunEvent.ToolStarted.class);
    }

    @Test
    void theDevelopersHookComesFirstAndTheUserIsAskedWhatItDefers() throws Exception {
        ServeMcp server = server().onToolApproval(
                        call -> switch (String.valueOf(call.input().get("text"))) {
                            case "yes" -> ApprovalDecision.allow();
                            case "no" -> ApprovalDecision.deny("never");
                            default -> ApprovalDecision.defer();
                        })
                .build();
        try (StreamClient client = StreamClient.ready(server, CAN_ASK)) {
            assertThat(text(client.call("write", "{\"text\":\"yes\"}"))).isEqualTo("kept yes");
            assertThat(text(client.call("write", "{\"text\":\"no\"}"))).contains("never");
            int id = client.beginCall("write", "{\"text\":\"ask\"}");
            client.send(answer(client.next("elicitation/create"), "\"result\":{\"action\":\"decline\"}"));

            assertThat(text(client.answer(id))).contains("declined");
            assertThat(tools.written).containsExactly("yes");
        }
    }

    @Test
    void eachQuestionHasItsOwnAnswer() throws Exception {
        try (StreamClient client = StreamClient.ready(server().build(), CAN_ASK)) {
            int first = client.beginCall("write", "{\"text\":\"first\"}");
            JsonNode one = client.next("elicitation/create");
            int second = client.beginCall("write", "{\"text\":\"second\"}");
            JsonNode two = client.next("elicitation/create");
            assertThat(two.at("/params/message").stringValue()).contains("second");

            client.send(answer(two, "\"result\":{\"action\":\"accept\",\"content\":{\"allow\":true}}"));
            assertThat(text(client.answer(second))).isEqualTo("kept second");
            client.send(answer(one, "\"result\":{\"action\":\"decline\"}"));
            assertThat(text(client.answer(first))).contains("declined");
            assertThat(tools.written).containsExactly("second");
        }
    }
}
