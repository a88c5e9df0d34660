package dev.intellibrix.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.testing.MockTurn;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tokens and times as metrics. */
@Timeout(120)
class MetricsTest {

    private static final String TOKENS = "gen_ai.client.token.usage";
    private static final String DURATION = "gen_ai.client.operation.duration";
    private static final String WAIT = "intellibrix.approval.duration";

    private final Recording recording = new Recording();
    private final Telemetry telemetry = Telemetry.of(recording.openTelemetry());

    private HistogramPointData only(List<HistogramPointData> points) {
        assertThat(points).hasSize(1);
        return points.get(0);
    }

    private MetricData metric(String name) {
        return recording.metrics().stream()
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void tokensAreCountedByTypeInTheBucketsOfTheConventions() {
        new Intelligence(Agents.agent(
                                telemetry,
                                Agents.read("a").withUsage(Usage.of(100, 10)),
                                MockTurn.text("done").withUsage(Usage.of(300, 30)))
                        .build())
                .ask("go");

        HistogramPointData input = only(recording.points(TOKENS, Keys.TOKEN_TYPE, "input"));
        HistogramPointData output = only(recording.points(TOKENS, Keys.TOKEN_TYPE, "output"));
        assertThat(input.getSum()).isEqualTo(400);
        assertThat(input.getCount()).isEqualTo(2);
        assertThat(output.getSum()).isEqualTo(40);
        assertThat(input.getAttributes().get(Keys.OPERATION)).isEqualTo("chat");
        assertThat(input.getAttributes().get(Keys.PROVIDER)).isEqualTo("mock");
        assertThat(input.getAttributes().get(Keys.REQUEST_MODEL)).isEqualTo("m-1");
        assertThat(input.getBoundaries()).hasSize(14).startsWith(1.0, 4.0).endsWith(16777216.0, 67108864.0);
        assertThat(metric(TOKENS).getUnit()).isEqualTo("{token}");
    }

    @Test
    void whatTheProviderDoesNotCountIsNoMetric() {
        new Intelligence(Agents.agent(telemetry, MockTurn.text("done")).build()).ask("go");

        assertThat(recording.metrics()).extracting(MetricData::getName).doesNotContain(TOKENS);
    }

    @Test
    void modelCallsToolCallsAndRunsHaveTheirTimes() {
        new Intelligence(Agents.agent(telemetry, Agents.read("a"), MockTurn.text("done"))
                        .build())
                .ask("go");

        HistogramPointData chat = only(recording.points(DURATION, Keys.OPERATION, "chat"));
        HistogramPointData tool = only(recording.points(DURATION, Keys.OPERATION, "execute_tool"));
        HistogramPointData run = only(recording.points(DURATION, Keys.OPERATION, "invoke_agent"));
        assertThat(chat.getCount()).isEqualTo(2);
        assertThat(tool.getCount()).isEqualTo(1);
        assertThat(tool.getAttributes().get(Keys.TOOL)).isEqualTo("read_page");
        assertThat(run.getCount()).isEqualTo(1);
        assertThat(run.getAttributes().get(Keys.STOP_REASON)).isEqualTo("answered");
        assertThat(chat.getBoundaries()).hasSize(14).startsWith(0.01, 0.02).endsWith(40.96, 81.92);
        assertThat(metric(DURATION).getUnit()).isEqualTo("s");
    }

    @Test
    void aFailureHasItsType() {
        Intelligence agent = new Intelligence(Agents.agent(
                        telemetry,
                        MockTurn.failure(
                                ProviderException.builder("no").status(429).build()))
                .build());
        assertThatThrownBy(() -> agent.ask("go")).isInstanceOf(ProviderException.class);

        assertThat(recording.points(DURATION, Keys.ERROR_TYPE, "429")).hasSize(2); // The call and the run.
    }

    @Test
    void waitingForADecisionIsAMetricByDecision() {
        new Intelligence(Agents.agent(telemetry, Agents.write("good"), Agents.write("bad"), MockTurn.text("done"))
                        .onToolApproval(call -> call.inputJson().contains("good")
                                ? ApprovalDecision.allow()
                                : ApprovalDecision.deny("no"))
                        .build())
                .ask("go");

        assertThat(only(recording.points(WAIT, Keys.DECISION, "allow")).getCount())
                .isEqualTo(1);
        assertThat(only(recording.points(WAIT, Keys.DECISION, "deny"))
                        .getAttributes()
                        .get(Keys.DECIDED_BY))
                .isEqualTo("hook");
        assertThat(only(recording.points(DURATION, Keys.OPERATION, "execute_tool"))
                        .getCount())
                .isEqualTo(1);
    }
}
