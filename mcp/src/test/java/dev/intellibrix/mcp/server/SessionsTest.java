package dev.intellibrix.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.Permissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SessionsTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000); // The clock of a JVM may run over.

    private static Session session() {
        ServerSettings settings = new ServerSettings(
                "n",
                "v",
                "",
                IntelligenceOptions.builder().provider(ServerSettings.NO_MODEL).build(),
                Permissions.none(),
                null,
                false,
                new ServerLimits(1_000, 1));
        return new Session(settings, new ServedTools(List.of(), false), new Semaphore(1));
    }

    private Sessions sessions(int max) {
        return new Sessions(max, Duration.ofSeconds(1), now::get);
    }

    @Test
    void aSessionIsFoundByItsIdUntilItEnds() {
        Sessions sessions = sessions(2);
        Session one = session();
        String id = sessions.add(one);

        assertThat(sessions.find(id)).isSameAs(one);
        sessions.end(id);
        assertThat(sessions.find(id)).isNull();
        sessions.end(id);
    }

    @Test
    void theOneThatWasIdleForLongestMakesRoom() {
        Sessions sessions = sessions(2);
        String first = sessions.add(session());
        String second = sessions.add(session());
        sessions.find(first);

        String third = sessions.add(session());

        assertThat(sessions.find(second)).isNull();
        assertThat(sessions.find(first)).isNotNull();
        assertThat(sessions.find(third)).isNotNull();
    }

    @Test
    void aSessionThatIsNotUsedGoes() {
        Sessions sessions = sessions(10);
        String unused = sessions.add(session());
        String used = sessions.add(session());
        now.addAndGet(Duration.ofMillis(900).toNanos());
        assertThat(sessions.find(used)).isNotNull();
        now.addAndGet(Duration.ofMillis(900).toNanos());

        assertThat(sessions.find(unused)).isNull();
        assertThat(sessions.find(used)).isNotNull();
        assertThat(sessions.size()).isEqualTo(1);
    }

    @Test
    void thereAreNeverMoreThanItsBound() {
        Sessions sessions = sessions(7);
        for (int i = 0; i < 10_000; i++) {
            sessions.add(session());
            assertThat(sessions.size()).isLessThanOrEqualTo(7);
        }
        sessions.endAll();
        assertThat(sessions.size()).isZero();
    }
}
