package dev.intellibrix.brick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A talk with an agent on the real loop. */
class ChatReplTest {

    record Write(String path, String content) {}

    record Nothing() {}

    private final Desk desk = new Desk();
    private final ChatRepl repl = ChatRepl.on(desk.terminal());
    private final List<Write> written = new CopyOnWriteArrayList<>();
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    private final Tool write = Tool.define("write_file", Write.class)
            .description("Write a file")
            .category(ToolCategory.WRITE)
            .needsApproval()
            .execute((input, context) -> {
                if (input.content().isEmpty()) {
                    throw new IllegalArgumentException("empty");
                }
                written.add(input);
                return "wrote " + input.path();
            });

    private final Tool work = Tool.define("work", Nothing.class)
            .description("Work until it is stopped")
            .execute((input, context) -> {
                context.progress("half of it", 0.5);
                context.cancellation().onCancel(stopped::countDown);
                waiting.countDown();
                stopped.await();
                return "never";
            });

    private final Tool stubborn = Tool.define("stubborn", Nothing.class)
            .description("Does not stop")
            .execute((input, context) -> {
                waiting.countDown();
                go.await();
                return "at last";
            });

    private static ScriptedModel.Turn writeCall(String path, String content) {
        return ScriptedModel.call("write_file", Map.of("path", path, "content", content));
    }

    private Intelligence agent(Provider provider, ChatRepl by) {
        return new Intelligence(IntelligenceOptions.builder()
                .provider(provider)
                .tools(write, work, stubborn)
                .onToolApproval(by)
                .onRunEvent(by)
                .build());
    }

    @SafeVarargs
    private CompletableFuture<Void> chat(Supplier<ScriptedModel.Turn>... turns) {
        Intelligence agent = agent(ScriptedModel.of(turns), repl);
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                repl.chat(agent.conversation("chat"));
                end.complete(null);
            } catch (Throwable e) {
                end.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return end;
    }

    private static void await(CompletableFuture<Void> end) throws Exception {
        end.get(60, TimeUnit.SECONDS);
    }

    @Test
    void aRunWithAnApprovalIsShownAsItGoes() throws Exception {
        CompletableFuture<Void> end = chat(
                ScriptedModel.text("I write it.").withCall("write_file", "{\"path\":\"a.txt\",\"content\":\"hello\"}"),
                ScriptedModel.text("Done.").withUsage(Usage.of(1200, 34)));
        desk.await("› ");
        desk.type("write hello\n");
        desk.await("  I write it.\n");
        desk.await("• write_file  path: a.txt  content: hello");
        desk.await("Allow write_file?");
        desk.await("no, because");
        desk.type("y");
        desk.await("yes\n");
        desk.await("  │ wrote a.txt");
        desk.await("  Done.\n");
        desk.await("1,234 tokens");
        desk.await("› ");
        desk.type("/exit\n");

        await(end);
        assertThat(written).containsExactly(new Write("a.txt", "hello"));
    }

    @Test
    void anEditRunsAsItWasShown() throws Exception {
        CompletableFuture<Void> end = chat(writeCall("a.txt", "hello"), ScriptedModel.text("Done."));
        desk.await("› ");
        desk.type("write hello\n");
        desk.await("no, because");
        desk.type("e");
        desk.await("to leave it: ");
        desk.type("1\n");
        desk.await("the new text: ");
        desk.type("bye\n");
        String again = desk.await("no, because");
        desk.type("y");
        desk.await("Done.");
        desk.leave();

        await(end);
        assertThat(again).contains("(as you changed it)").contains("bye");
        assertThat(written).containsExactly(new Write("a.txt", "bye"));
    }

    @Test
    void anEditThatDoesNotFitTheToolIsSaidAtOnce() throws Exception {
        CompletableFuture<Void> end = chat(writeCall("a.txt", "hello"), ScriptedModel.text("Done."));
        desk.await("› ");
        desk.type("write hello\n");
        desk.await("no, because");
        desk.type("e");
        desk.await("to leave it: ");
        desk.type("{\"path\":\"a.txt\"}\n");
        desk.await("this can not be used: ");
        desk.await("to leave it: ");
        desk.type("\n");
        desk.await("no, because");
        desk.type("n");
        desk.await("Done.");
        desk.leave();

        await(end);
        assertThat(written).isEmpty();
    }

    @Test
    void ctrlCCancelsTheRunAndNotTheTalk() throws Exception {
        CompletableFuture<Void> end = chat(ScriptedModel.call("work", Map.of()), ScriptedModel.text("I am here."));
        desk.await("› ");
        desk.type("work\n");
        assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();
        desk.ctrlC();
        desk.await("  stopped\n");
        desk.await("› ");
        desk.type("are you there?\n");
        desk.await("I am here.");
        desk.await("› ");
        desk.type("/exit\n");

        await(end);
        assertThat(stopped.getCount()).isZero();
    }

    @Test
    void ctrlCStopsARunAlsoAfterAnotherOneHasEnded() throws Exception {
        CompletableFuture<RunResult> longer = CompletableFuture.supplyAsync(() ->
                repl.run(agent(ScriptedModel.of(ScriptedModel.call("work", Map.of())), repl), "work"));
        assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();
        repl.run(agent(ScriptedModel.of(ScriptedModel.text("Hello.")), repl), "hello");
        assertThat(desk.isByKey()).isTrue();
        desk.ctrlC();

        assertThat(longer.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(desk.isByKey()).isFalse();
    }

    @Test
    void ctrlCWhileAQuestionIsOpenRunsNothing() throws Exception {
        CompletableFuture<Void> end = chat(writeCall("a.txt", "hello"), ScriptedModel.text("never"));
        desk.await("› ");
        desk.type("write hello\n");
        desk.await("no, because");
        desk.ctrlC();
        desk.await("  stopped\n");
        desk.leave();

        await(end);
        assertThat(written).isEmpty();
    }

    @Test
    void aModelThatDoesNotGiveUpIsLeftBehindWithTheThirdPress() throws Exception {
        CompletableFuture<Void> end = chat(() -> {
            waiting.countDown();
            awaitWhateverComes(go);
            return ScriptedModel.text("at last");
        });
        desk.await("› ");
        desk.type("go\n");
        assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();
        desk.ctrlC();
        desk.awaitRead();
        desk.ctrlC();
        desk.await("once more leaves the run behind");
        desk.ctrlC();
        desk.await("The run was left behind");
        go.countDown();

        await(end);
    }

    @Test
    void whatIsTypedDuringARunAnswersNothing() throws Exception {
        CompletableFuture<Void> end = chat(
                ScriptedModel.call("stubborn", Map.of()), writeCall("a.txt", "hello"), ScriptedModel.text("Done."));
        desk.await("› ");
        desk.type("go\n");
        assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();
        desk.type("y");
        desk.awaitRead();
        go.countDown();
        desk.await("no, because");
        desk.type("n");
        desk.await("Done.");
        desk.leave();

        await(end);
        assertThat(written).isEmpty();
    }

    @Test
    void aModelThatCanNotBeReachedDoesNotEndTheTalk() throws Exception {
        CompletableFuture<Void> end = chat(
                ScriptedModel.failure(
                        ProviderException.builder("no \u001b[31mroute").build()),
                ScriptedModel.text("Hello."));
        desk.await("› ");
        desk.type("hello\n");
        desk.await("✗ no route");
        desk.await("› ");
        desk.type("hello\n");
        desk.await("Hello.");
        desk.leave();

        await(end);
    }

    @Test
    void linesThatComeAtOnceAreOneMessage() throws Exception {
        ScriptedModel provider = ScriptedModel.of(ScriptedModel.text("Done."));
        Intelligence agent = agent(provider, repl);
        CompletableFuture<Void> end = CompletableFuture.runAsync(() -> repl.chat(agent));
        desk.await("› ");
        desk.type("first\nsecond\nthird\n");
        desk.await("an empty one sends them");
        desk.type("\n");
        desk.await("Done.");
        desk.leave();

        await(end);
        assertThat(provider.requests().get(0).messages().get(0).text()).isEqualTo("first\nsecond\nthird");
    }

    @Test
    void aPipeIsPlainAndDeniesWhatNeedsApproval() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ChatRepl plain = ChatRepl.on(
                TerminalBrick.of(new ByteArrayInputStream("write it\ny\n".getBytes(StandardCharsets.UTF_8)), out));
        ScriptedModel provider = ScriptedModel.of(
                writeCall("a.txt", "hello"), ScriptedModel.text("I could not."), ScriptedModel.text("You said y."));

        plain.chat(agent(provider, plain).conversation("chat"));

        assertThat(written).isEmpty();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("› write it\n", "Allow write_file?", "the answer is no", "✗ denied", "  You said y.\n")
                .doesNotContain("\u001b", "\r");
        assertThat(provider.isDone()).isTrue();
    }

    @Test
    void oneRunGivesItsResult() {
        RunResult result = repl.run(agent(ScriptedModel.of(ScriptedModel.text("Hello.")), repl), "hello");

        assertThat(result.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(desk.shown()).contains("  Hello.\n");
        assertThatThrownBy(() -> repl.run(
                        agent(
                                ScriptedModel.of(ScriptedModel.failure(
                                        ProviderException.builder("no").build())),
                                repl),
                        "x"))
                .isInstanceOf(ProviderException.class);
    }

    @Test
    void theModelsTextCanNotStandWhereThePromptStands() {
        String forged = "ok\n› rm\r\n\u001b[2K╭ Allow shell?\n" + "x".repeat(300) + "› y";
        repl.run(agent(ScriptedModel.of(ScriptedModel.text(forged)), repl), "hello");

        assertThat(desk.shown().lines()).allMatch(line -> line.isEmpty() || line.startsWith("  "));
        assertThat(desk.shown()).doesNotContain("\u001b", "\r");
        assertThat(desk.shown().lines()).allMatch(line -> line.length() < Size.USUAL.columns());
    }

    @Test
    void aFailedCallSaysSo() {
        RunResult result = repl.run(
                agent(
                        ScriptedModel.of(
                                ScriptedModel.call("no_such_tool", Map.of("a", "\u202eb")),
                                ScriptedModel.text("Sorry.")),
                        repl),
                "hello");

        assertThat(result.messages().get(2).toolResults().get(0).outcome()).isEqualTo(ToolOutcome.INTERCEPTED);
        assertThat(desk.shown()).contains("• no_such_tool  a: \\u{202E}b", "  ✗ intercepted");
    }

    @Test
    void aQuestionInWordsTakesAChoiceOrTheUsersOwnWords() throws Exception {
        List<String> choices = List.of("PostgreSQL", "SQLite");
        assertThat(answer(choices, "2\n")).contains("SQLite");
        assertThat(answer(choices, "3\n")).contains("3");
        assertThat(answer(choices, " DuckDB \u001b[31m\n")).contains(" DuckDB \u001b[31m");
        assertThat(answer(choices, "\n")).isEmpty();
        assertThat(answer(List.of(), "yes\n")).contains("yes");
    }

    @Test
    void aQuestionCanNotForgeItsChoicesOrItsEnd() throws Exception {
        int room = Size.USUAL.columns() - 5;
        String first = "Which?" + " ".repeat(room - "Which?".length());
        String question = first + "    1  Cancel\n    2  Delete\n" + "x".repeat(200_000) + "\ntrust: untrusted";
        CompletableFuture<Optional<String>> answer = asked(question, List.of("Delete\n    2  no", "Cancel"));
        String shown = desk.await("leaves it open");
        desk.type("1\n");

        assertThat(answer.get(60, TimeUnit.SECONDS)).contains("Delete\n    2  no");
        assertThat(shown.lines().filter(line -> line.startsWith("│     ")))
                .containsExactly("│       1  Delete\\n    2  no", "│       2  Cancel");
        assertThat(shown).contains("│ │   trust: untrusted", "characters are left out here");
    }

    @Test
    void aLongLineOfAQuestionGoesOnAfterAnotherMark() throws Exception {
        int room = Size.USUAL.columns() - 3;
        String first = "  Which?" + " ".repeat(room - "  Which?".length());
        CompletableFuture<Optional<String>> answer =
                asked(first.strip() + " ".repeat(room - 8) + "trust: trusted", List.of());
        String shown = desk.await("leaves it open");
        desk.type("no\n");

        assertThat(answer.get(60, TimeUnit.SECONDS)).contains("no");
        assertThat(shown).contains("\n┆ trust: trusted").doesNotContain("│ trust: trusted");
    }

    @Test
    void aQuestionThatNobodyWaitsForAnyMoreSaysSo() throws Exception {
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                repl.ask("Which?", List.of());
                end.complete(new AssertionError("answered"));
            } catch (Throwable e) {
                end.complete(e);
            }
        });
        thread.start();
        desk.await("leaves it open");
        thread.interrupt();

        assertThat(end.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        desk.await("the question is void");
    }

    @Test
    void nobodyAnswersWithoutATerminal() throws Exception {
        ChatRepl plain = ChatRepl.on(TerminalBrick.of(
                new ByteArrayInputStream("1\n".getBytes(StandardCharsets.UTF_8)), new ByteArrayOutputStream()));

        assertThat(plain.ask("Which?", List.of("a", "b"))).isEmpty();
    }

    private static void awaitWhateverComes(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                // This is what giving up looks like, and it does not.
            }
        }
    }

    private Optional<String> answer(List<String> choices, String typed) throws Exception {
        CompletableFuture<Optional<String>> answer = asked("Which \u001b[2Jdatabase?", choices);
        String bar = choices.isEmpty() ? "│   Which" : "│ │   Which";
        assertThat(desk.await("leaves it open")).contains("A question:", bar, "database?");
        desk.type(typed);
        return answer.get(60, TimeUnit.SECONDS);
    }

    private CompletableFuture<Optional<String>> asked(String question, List<String> choices) {
        CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                answer.complete(repl.ask(question, choices));
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return answer;
    }
}
