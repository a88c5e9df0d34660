package dev.intellibrix.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LabelTest {

    private static final Origin README = Origin.of(Origin.Kind.FILE, "README.md");
    private static final Origin PAGE = Origin.of(Origin.Kind.URL, "https://example.org/");
    private static final Origin USER = Origin.of(Origin.Kind.USER, "");

    @Test
    void untrustedContentMakesAllThatIsMadeFromItUntrusted() {
        assertThat(Label.TRUSTED.join(Label.untrusted(README))).isEqualTo(Label.untrusted(README));
        assertThat(Label.untrusted(README).join(Label.TRUSTED)).isEqualTo(Label.untrusted(README));
        assertThat(Label.untrusted(README).join(Label.untrusted(PAGE))).isEqualTo(Label.untrusted(README, PAGE));
    }

    @Test
    void theOriginsOfAnUntrustedLabelAreTheUntrustedSources() {
        assertThat(Label.trusted(USER).join(Label.untrusted(README)).origins()).containsExactly(README);
    }

    @Test
    void saysWhatAPersonWantsToKnow() {
        assertThat(Label.untrusted(README, PAGE))
                .hasToString("untrusted, because of file README.md, url https://example.org/");
        assertThat(Label.TRUSTED).hasToString("trusted");
    }

    @Test
    void moreSourcesThanItListsAreSaid() {
        Label label = Label.TRUSTED;
        for (int i = 0; i < 100; i++) {
            label = label.join(Label.untrusted(Origin.of(Origin.Kind.FILE, "f" + i)));
        }

        assertThat(label.origins()).hasSize(Label.MAX_ORIGINS);
        assertThat(label.origins()).anyMatch(origin -> origin.kind() == Origin.Kind.OVERFLOW);
        assertThat(label.toString()).endsWith("more sources");
    }

    /** Messages that are made from earlier ones, in any graph: no label is ever above one that went into it. */
    @Test
    void noLabelIsEverAboveOneThatWentIntoIt() {
        long seed = 20_260_101L;
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 300; round++) {
            List<Label> labels = new ArrayList<>();
            for (int node = 0; node < 40; node++) {
                List<Label> inputs = new ArrayList<>();
                Label label = random.nextInt(3) == 0
                        ? Label.untrusted(Origin.of(Origin.Kind.FILE, "f" + random.nextInt(100)))
                        : Label.TRUSTED;
                inputs.add(label);
                for (int i = random.nextInt(4); i > 0 && !labels.isEmpty(); i--) {
                    Label input = labels.get(random.nextInt(labels.size()));
                    inputs.add(input);
                    label = label.join(input);
                }
                assertThat(label.trust())
                        .as("seed %s, round %s, node %s", seed, round, node)
                        .isEqualTo(inputs.stream().map(Label::trust).reduce(Trust.TRUSTED, Trust::join));
                assertListsTheSourcesOf(label, inputs);
                labels.add(label);
            }
        }
    }

    private static void assertListsTheSourcesOf(Label label, List<Label> inputs) {
        Set<Origin> listed = label.origins();
        if (listed.stream().anyMatch(origin -> origin.kind() == Origin.Kind.OVERFLOW)) {
            return;
        }
        inputs.stream()
                .filter(input -> input.trust() == label.trust())
                .forEach(input -> assertThat(listed).containsAll(input.origins()));
    }

    @Test
    void aStoredMessageKeepsItsLabelAndOneWithoutIsUntrusted() {
        Message message = Message.user("hello").with(TextPart.of("page", Label.untrusted(PAGE)));
        String json = message.toJson();

        assertThat(Message.fromJson(json)).isEqualTo(message);
        assertThat(Message.fromJson(json.replace("\"label\"", "\"removed\"")).parts())
                .allMatch(part -> part.trust() == Trust.UNTRUSTED);
        assertThat(Message.fromJson(json.replace("\"trusted\"", "\"TRUSTED \""))
                        .label()
                        .trust())
                .isEqualTo(Trust.UNTRUSTED);
        assertThat(Message.fromJson(json.replace("\"url\"", "\"no such kind\"")).label())
                .isEqualTo(Label.untrusted());
    }

    @Test
    void everyKindOfPartSurvivesStorage() {
        ProviderData data = new ProviderData("p", "{\"signature\":\"x\"}");
        Message answer = Message.assistant(List.of(
                new ReasoningPart("hm", data, Label.TRUSTED),
                new TextPart("text", data, Label.untrusted(README)),
                new ToolCallPart("1", "read", "{\"a\":1}", true, data, Label.untrusted(README))));
        Message results = Message.toolResults(IntStream.range(0, 2)
                .mapToObj(i -> new ToolResultPart(
                        "c" + i,
                        "read",
                        ToolOutcome.SUCCEEDED,
                        "text " + i,
                        List.of(MediaPart.of("image/png", "a.png", new byte[] {1, 2}, Label.untrusted(PAGE))),
                        Label.untrusted(PAGE)))
                .toList());

        assertThat(Message.fromJson(answer.toJson())).isEqualTo(answer);
        assertThat(Message.fromJson(results.toJson())).isEqualTo(results);
    }
}
