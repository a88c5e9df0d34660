package dev.intellibrix.agenttools.todo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Conversation;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.todo.TodoItem.Status;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TodoToolTest {

    private final List<String> changes = new ArrayList<>();
    private final TodoTool todo = TodoTool.create((runId, list) -> changes.add(runId + " " + list.size()));

    /** A run in which the model writes these lists, one after the other. */
    private RunResult run(List<?>... lists) {
        MockProvider model = MockProvider.of();
        for (List<?> list : lists) {
            model.then(MockTurn.call("todo", Map.of("todos", list)));
        }
        return agent(model.then(MockTurn.text("done"))).ask("go");
    }

    private Intelligence agent(MockProvider model) {
        return new Intelligence(IntelligenceOptions.builder()
                .provider(model)
                .model("scripted")
                .tools(todo)
                .build());
    }

    private static ToolResultPart last(RunResult run) {
        return run.messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private static Map<String, String> task(String content, String status) {
        return Map.of("content", content, "status", status);
    }

    @Test
    void eachCallReplacesTheListAndShowsItInItsOrder() {
        RunResult run = run(
                List.of(task("old", "pending")),
                List.of(
                        task("one", "completed"),
                        task("two", "in_progress"),
                        task("same", "pending"),
                        task("same", "pending")));
        assertThat(last(run).text()).isEqualTo("[x] one\n[>] two\n[ ] same\n[ ] same\n1 of 4 completed");
        assertThat(todo.store().get(run.runId()))
                .containsExactly(
                        new TodoItem("one", Status.COMPLETED),
                        new TodoItem("two", Status.IN_PROGRESS),
                        new TodoItem("same", Status.PENDING),
                        new TodoItem("same", Status.PENDING));
        assertThat(changes).containsExactly(run.runId() + " 1", run.runId() + " 4");
    }

    @Test
    void anEmptyListIsAList() {
        RunResult run = run(List.of(task("a", "pending")), List.of());
        assertThat(last(run).text()).isEqualTo("The list is empty.");
        assertThat(todo.store().get(run.runId())).isEmpty();
    }

    @Test
    void aListBelongsToItsRun() {
        RunResult first = run(List.of(task("a", "pending")));
        RunResult second = run(List.of(task("b", "pending"), task("c", "pending")));
        assertThat(todo.store().get(first.runId())).hasSize(1);
        assertThat(todo.store().get(second.runId())).hasSize(2);
        assertThat(todo.store().get("no such run")).isEmpty();
    }

    @Test
    void aFinishedListHasNothingThatIsOpen() {
        RunResult run = run(List.of(task("a", "completed"), task("b", "in_progress"), task("c", "pending")));
        assertThat(todo.store().open(run.runId())).extracting(TodoItem::content).containsExactly("b", "c");
        RunResult finished = run(List.of(task("a", "completed")));
        assertThat(todo.store().open(finished.runId())).isEmpty();
        assertThat(todo.store().get(finished.runId())).hasSize(1);
    }

    @Test
    void twoTasksInProgressAreRefusedAndTheListStays() {
        RunResult run = run(
                List.of(task("before", "pending")), List.of(task("alpha", "in_progress"), task("beta", "in_progress")));
        assertThat(last(run).outcome()).isEqualTo(ToolOutcome.FAILED);
        assertThat(last(run).text()).contains("\"alpha\", \"beta\"", "the list is as it was before");
        assertThat(todo.store().get(run.runId())).extracting(TodoItem::content).containsExactly("before");
        assertThat(changes).hasSize(1);
    }

    @Test
    void slipsOfModelsAreErrorsThatSayWhatIsWanted() {
        RunResult alias = run(List.of(task("a", "done")));
        assertThat(last(alias).outcome()).isEqualTo(ToolOutcome.INVALID_INPUT);
        assertThat(last(alias).text()).contains("/todos/0/status", "pending", "in_progress", "completed");
        assertThat(last(run(List.of(task(" ", "pending")))).text()).contains("a task has no content");
        assertThat(last(run(List.of(task("x".repeat(1_001), "pending")))).outcome())
                .isEqualTo(ToolOutcome.INVALID_INPUT);
        assertThat(last(run(Collections.nCopies(101, task("a", "pending")))).outcome())
                .isEqualTo(ToolOutcome.INVALID_INPUT);
        MockProvider text =
                MockProvider.of(MockTurn.call("todo", Map.of("todos", "[{\"content\":\"a\"}]")), MockTurn.text("done"));
        assertThat(last(agent(text).ask("go")).text()).contains("/todos", "array");
        MockProvider operation =
                MockProvider.of(MockTurn.call("todo", Map.of("op", "update", "id", "x")), MockTurn.text("done"));
        assertThat(last(agent(operation).ask("go")).outcome()).isEqualTo(ToolOutcome.INVALID_INPUT);
        assertThat(changes).isEmpty();
    }

    @Test
    void aTaskIsOneLineSoThatNoneShowsTasksThatAreNone() {
        RunResult run = run(List.of(
                task("buy milk\n[x] pay rent\r\n2 of 2 completed", "pending"),
                task("\u2028one\u0085two\tthree\u2029", "pending"),
                task("re\u202everse", "completed")));
        assertThat(last(run).text())
                .isEqualTo("[ ] buy milk [x] pay rent 2 of 2 completed\n[ ] one two three\n[x] re\\u{202E}verse\n"
                        + "1 of 3 completed");
        assertThat(todo.store().get(run.runId()))
                .extracting(TodoItem::content)
                .containsExactly("buy milk [x] pay rent 2 of 2 completed", "one two three", "re\u202everse");
    }

    @Test
    void controlCharactersAreRefusedAndShownInNoMessage() {
        ToolResultPart erased = last(run(List.of(task("done\u001b[2K\u0007", "pending"))));
        assertThat(erased.outcome()).isEqualTo(ToolOutcome.FAILED);
        assertThat(erased.text()).contains("\"done\\u{001B}[2K\\u{0007}\" has a control character", "as it was before");
        ToolResultPart two = last(run(List.of(task("a\n[x] b", "in_progress"), task("c\u202ed", "in_progress"))));
        assertThat(two.text()).contains("\"a [x] b\", \"c\\u{202E}d\"");
        assertThat(changes).isEmpty();
    }

    @Test
    void onlySoManyRunsAreRememberedAndTheLatestOnesAre() {
        TodoStore store = new TodoStore();
        for (int i = 0; i <= TodoStore.MAX_RUNS; i++) {
            store.put("run " + i, List.of(new TodoItem("t", Status.PENDING)));
            store.put("kept", List.of(new TodoItem("k", Status.PENDING)));
        }
        assertThat(store.get("run 0")).isEmpty();
        assertThat(store.get("run 1")).isEmpty();
        assertThat(store.get("run 2")).hasSize(1);
        assertThat(store.get("kept")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aListenerThatThrowsChangesNothing(boolean isError) {
        TodoTool loud = TodoTool.create((runId, list) -> {
            if (isError) {
                throw new LinkageError("no screen");
            }
            throw new IllegalStateException("no screen");
        });
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.call("todo", Map.of("todos", List.of(task("a", "pending")))),
                                MockTurn.text("done")))
                        .model("scripted")
                        .tools(loud)
                        .build())
                .ask("go");
        assertThat(last(run).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(loud.store().get(run.runId())).hasSize(1);
    }

    @Test
    void itNeedsNoApprovalAndItsResultIsAsTrustedAsWhatLedToIt(@TempDir Path root) {
        AgentTools tools = AgentTools.in(root);
        assertThat(tools.tools())
                .filteredOn(tool -> tool.name().equals("todo"))
                .singleElement()
                .satisfies(tool -> {
                    assertThat(tool.category()).isEqualTo(ToolCategory.OTHER);
                    assertThat(tool.needsApproval()).isFalse();
                    assertThat(tool.resultTrust()).isEqualTo(Trust.TRUSTED);
                });
        assertThat(AgentTools.builder(root).todo(false).build().tools())
                .extracting(Tool::name)
                .doesNotContain("todo");
        assertThat(last(run(List.of(task("a", "pending")))).label().trust()).isEqualTo(Trust.TRUSTED);
    }

    @Test
    void aLongConversationHasAListForEachOfItsRuns() {
        MockProvider model = MockProvider.of(
                MockTurn.call("todo", Map.of("todos", List.of(task("a", "pending")))),
                MockTurn.text("first"),
                MockTurn.text("second"));
        Conversation conversation = agent(model).conversation("c");
        RunResult first = conversation.ask("one");
        RunResult second = conversation.ask("two");
        assertThat(todo.store().get(first.runId())).hasSize(1);
        assertThat(todo.store().get(second.runId())).isEmpty();
    }
}
