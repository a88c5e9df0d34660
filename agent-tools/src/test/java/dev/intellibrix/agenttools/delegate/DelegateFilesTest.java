package dev.intellibrix.agenttools.delegate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Agent;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.ToolProvider;
import dev.intellibrix.workspace.FileTracker;
import dev.intellibrix.workspace.WorkspaceTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that work on the same files know what they have seen themselves, and nothing of what others have. */
@Timeout(120)
class DelegateFilesTest {

    @TempDir
    Path folder;

    private Path root;
    private Path file;
    private ToolProvider tools;

    @BeforeEach
    void layAFile() throws Exception {
        root = folder.toRealPath();
        file = Files.writeString(root.resolve("a.txt"), "one\ntwo\n");
        tools = WorkspaceTools.builder(root)
                .tracker(new FileTracker())
                .approveWrites(false)
                .build();
    }

    private static MockTurn read() {
        return MockTurn.call("read_file", Map.of("path", "a.txt"));
    }

    private static MockTurn edit(String from, String to) {
        return MockTurn.call("edit_file", Map.of("path", "a.txt", "oldText", from, "newText", to));
    }

    @Test
    void de6WhatASubAgentChangedHasToBeReadAgain() {
        Team team = Team.withBoss(
                        read(), Team.task("edit"), edit("two", "2"), read(), edit("two", "2"), MockTurn.text("done"))
                .worker(edit("one", "1"), read(), edit("one", "1"), MockTurn.text("edited"));
        Intelligence worker = new Intelligence(team.workerOptions().tools(tools).build());
        RunResult run = new Intelligence(team.bossOptions(worker).tools(tools).build()).ask("go");

        assertThat(team.workerResults())
                .extracting(result -> result.outcome())
                .containsExactly(ToolOutcome.FAILED, ToolOutcome.SUCCEEDED, ToolOutcome.SUCCEEDED);
        List<ToolResultPart> results = Team.results(run);
        assertThat(results.get(2).outcome()).isEqualTo(ToolOutcome.FAILED);
        assertThat(results.get(2).text()).contains("read it again");
        assertThat(results.get(4).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(file).hasContent("1\n2\n");
    }

    @Test
    void de11OfTwoSubAgentsThatReadTheSameOneWritesAndTheOtherIsTold() {
        CyclicBarrier bothHaveRead = new CyclicBarrier(2);
        Agent first = editor(bothHaveRead, "one", "1");
        Agent second = editor(bothHaveRead, "two", "2");
        Team team = Team.withBoss(
                MockTurn.call("delegate", Map.of("agent", "first", "task", "edit"))
                        .andCall("delegate", Map.of("agent", "second", "task", "edit")),
                MockTurn.text("done"));
        RunResult run = new Intelligence(
                        team.bossOptions(SubAgent.of("first", "edits", first), SubAgent.of("second", "edits", second))
                                .build())
                .ask("go");

        assertThat(Team.results(run)).extracting(ToolResultPart::text).containsExactly("edited", "edited");
        assertThat(team.bossEvents)
                .filteredOn(event -> event.toString().contains("read it again"))
                .isNotEmpty();
        assertThat(file).hasContent("1\n2\n");
    }

    /** Reads, edits what it has read, and where that is stale, reads and edits again. */
    private Agent editor(CyclicBarrier bothHaveRead, String from, String to) {
        return new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(
                        read(),
                        MockTurn.from(request -> {
                            try {
                                bothHaveRead.await(90, TimeUnit.SECONDS);
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                            return edit(from, to);
                        }),
                        read(),
                        MockTurn.from(request -> isEdited(to) ? MockTurn.text("edited") : edit(from, to)),
                        MockTurn.text("edited")))
                .tools(tools)
                .build());
    }

    private boolean isEdited(String to) {
        try {
            return Files.readString(file).contains(to);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
