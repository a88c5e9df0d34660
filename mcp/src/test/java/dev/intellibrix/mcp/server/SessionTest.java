package dev.intellibrix.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolProvider;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SessionTest {

    private final AtomicInteger ran = new AtomicInteger();
    private final Semaphore calls = new Semaphore(3);

    record Nothing() {}

    private Session session() throws Exception {
        return session(Tool.define("count", Nothing.class).description("Counts").execute((input, context) -> {
            return "ran " + ran.incrementAndGet();
        }));
    }

    private Session session(ToolProvider tools) throws Exception {
        ServerSettings settings = new ServerSettings(
                "n",
                "v",
                "",
                IntelligenceOptions.builder().provider(ServerSettings.NO_MODEL).build(),
                Permissions.none(),
                null,
                false,
                new ServerLimits(1_000, 3));
        Session session = new Session(settings, new ServedTools(List.of(tools), false), calls);
        take(
                session,
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\"}}");
        return session;
    }

    private static Session.Work take(Session session, String message) throws Exception {
        return session.take(Frame.read(message.getBytes(StandardCharsets.UTF_8)), sent -> {});
    }

    private static String call(int id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"count\"}}";
    }

    private static String cancel(int id) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}";
    }

    @Test
    void aCallThatIsCancelledBeforeItBeginsNeverBegins() throws Exception {
        Session session = session();
        Session.Work work = take(session, call(1));
        take(session, cancel(1));

        assertThat(work.answer().get()).isNull();
        assertThat(ran).hasValue(0);
        assertThat(session.isBusy()).isFalse();
        assertThat(calls.availablePermits()).isEqualTo(3);
    }

    @Test
    void aCallThatWasTakenBeforeTheEndOfItsSessionAndBeginsAfterItDoesNotRun() throws Exception {
        Session session = session();
        Session.Work before = take(session, call(1));
        session.close();
        Session.Work after = take(session, call(2));

        assertThat(before.answer().get()).isNull();
        assertThat(after.answer().get()).isNull();
        assertThat(ran).hasValue(0);
        assertThat(calls.availablePermits()).isEqualTo(3);
    }

    @Test
    void aCancellationThatComesTooLateChangesNothing() throws Exception {
        Session session = session();
        Session.Work work = take(session, call(1));
        assertThat(work.answer().get()).isNotNull();
        take(session, cancel(1));

        assertThat(take(session, call(1))
                        .answer()
                        .get()
                        .at("/result/content/0/text")
                        .stringValue())
                .isEqualTo("ran 2");
    }

    @Test
    void aRequestHasAnAnswerAlsoWhereAnErrorIsThrown() throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        Session session = session(() -> {
            if (broken.get()) {
                throw new StackOverflowError("secret of the host");
            }
            return List.of();
        });
        broken.set(true);
        for (String request : List.of(call(1), "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}")) {
            assertThat(take(session, request).answer().get().path("error").toString())
                    .contains("the request failed")
                    .doesNotContain("secret");
        }
        assertThat(calls.availablePermits()).isEqualTo(3);
    }

    @Test
    void everyPermitComesBack() throws Exception {
        Session session = session();
        for (int i = 0; i < 20; i++) {
            assertThat(take(session, call(i)).answer().get()).isNotNull();
        }
        Session.Work one = take(session, call(1));
        assertThat(take(session, call(1)).answer().get().has("error")).isTrue();
        assertThat(one.answer().get()).isNotNull();
        assertThat(calls.availablePermits()).isEqualTo(3);
    }
}
