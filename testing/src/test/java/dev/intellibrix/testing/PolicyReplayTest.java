package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Agent;
import dev.intellibrix.ContextPolicy;
import dev.intellibrix.Delegation;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.approval.Permission;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.approval.TrustPolicy;
import dev.intellibrix.event.AuditLog;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.testing.PolicyChange.Verdict;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 22 of the gate: record a run, change the policy, replay. */
class PolicyReplayTest {

    record PathInput(String path) {}

    record Command(String command) {}

    private static final String NOTES =
            "DENY -> ALLOW: write {\"path\":\"notes.txt\"} [untrusted, because of file README.md]";

    private final AtomicInteger runs = new AtomicInteger();

    @TempDir
    Path folder;

    private final Tool read = Tool.define("read", PathInput.class)
            .description("Reads a file")
            .category(ToolCategory.READ)
            .resultTrust(Trust.UNTRUSTED)
            .execute((input, context) -> {
                runs.incrementAndGet();
                return ToolOutput.text("text").from(Origin.of(Origin.Kind.FILE, input.path()));
            });

    private final Tool write = Tool.define("write", PathInput.class)
            .description("Writes a file")
            .category(ToolCategory.WRITE)
            .needsApproval()
            .execute((input, context) -> {
                runs.incrementAndGet();
                return "written";
            });

    private final Tool shell = Tool.define("shell", Command.class)
            .description("Runs a command")
            .category(ToolCategory.EXECUTE)
            .commandText(Command::command)
            .execute((input, context) -> {
                runs.incrementAndGet();
                return "done";
            });

    private IntelligenceOptions.Builder options(Provider provider) {
        return IntelligenceOptions.builder().provider(provider).tools(read, write, shell);
    }

    private static MockTurn reads(String path) {
        return MockTurn.call("read", Map.of("path", path));
    }

    private static MockTurn writes(String path) {
        return MockTurn.call("write", Map.of("path", path));
    }

    private static MockTurn executes(String command) {
        return MockTurn.call("shell", Map.of("command", command));
    }

    /** A model that does this and has a last word. */
    private static MockProvider model(MockTurn... turns) {
        return MockProvider.of(Stream.concat(Stream.of(turns), Stream.of(MockTurn.text("Done.")))
                .toArray(MockTurn[]::new));
    }

    /** A model that writes, reads, writes again and runs a command. */
    private static MockProvider busyModel() {
        return model(writes("todo.txt"), reads("README.md"), writes("notes.txt"), executes("make test"));
    }

    private static ApprovalDecision byTrust(ApprovalRequest call) {
        return call.trust() == Trust.TRUSTED ? ApprovalDecision.allow() : ApprovalDecision.deny("untrusted");
    }

    /** A run whose second write was denied because it followed a file. */
    private RunLog recorded() {
        RunLog run = RunLog.ofAsking(
                options(busyModel()).onToolApproval(PolicyReplayTest::byTrust).build(), "Write todo.txt");
        RunAssert.assertThat(run)
                .ranExactly("write", "read", "shell")
                .asked("write")
                .withTrust(Trust.UNTRUSTED)
                .denied();
        runs.set(0);
        return run;
    }

    /** A run with these turns of the model under a policy. */
    private RunLog recorded(ApprovalHook hook, MockTurn... turns) {
        return RunLog.ofAsking(options(model(turns)).onToolApproval(hook).build(), "go");
    }

    /** The same on a cassette. */
    private Path cassette(ApprovalHook hook, MockTurn... turns) {
        Path file = folder.resolve("run.json");
        new Intelligence(options(Cassette.record(file, model(turns)))
                        .onToolApproval(hook)
                        .build())
                .ask("go");
        return file;
    }

    private IntelligenceOptions.Builder none() {
        return options(MockProvider.of());
    }

    /** A policy to replay through. */
    private IntelligenceOptions deciding(ApprovalHook hook) {
        return none().onToolApproval(hook).build();
    }

    /** What changes when that policy takes the place of the one that the run was recorded under. */
    private PolicyChanges recordedThrough(ApprovalHook hook) {
        return PolicyReplay.of(recorded()).through(deciding(hook));
    }

    private Path rulesAgainstMake() throws IOException {
        return Files.writeString(folder.resolve("rules.json"), """
            {"enabled": true, "exec_rules": [
              {"name": "no-make", "pattern": "^make\\\\b", "message": "use run_checks", "action": "block"}]}
            """);
    }

    @Test
    void theSamePolicyChangesNothing() {
        PolicyChanges changes = recordedThrough(PolicyReplayTest::byTrust);

        assertThat(changes.all()).isEmpty();
        assertThat(changes.replayed()).isEqualTo(4);
        changes.assertLoosensOnly();
    }

    @Test
    void aLooserPolicyFailsUntilTheTestListsTheCall() {
        PolicyChanges changes = recordedThrough(call -> ApprovalDecision.allow());

        assertThat(changes.all()).singleElement().satisfies(change -> {
            assertThat(change.before()).isEqualTo(Verdict.DENY);
            assertThat(change.after()).isEqualTo(Verdict.ALLOW);
            assertThat(change.line()).isEqualTo(NOTES);
            assertThat(change.label()).isEqualTo(Label.untrusted(Origin.of(Origin.Kind.FILE, "README.md")));
        });
        assertThatThrownBy(changes::assertLoosensOnly)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("If that is meant, list:\n  " + NOTES);
        changes.assertLoosensOnly(NOTES);
    }

    @Test
    void whatIsListedAndDoesNotHappenFails() {
        PolicyChanges changes = recordedThrough(PolicyReplayTest::byTrust);

        assertThatThrownBy(() -> changes.assertLoosensOnly(NOTES))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("there is no such change:\n  " + NOTES);
    }

    @Test
    void aStricterPolicyIsListedAndPasses() {
        PolicyChanges changes = PolicyReplay.of(recorded())
                .through(none().onToolApproval(PolicyReplayTest::byTrust)
                        .permissions(Permissions.none().with(ToolCategory.EXECUTE, Permission.DENY))
                        .build());

        assertThat(changes)
                .asString()
                .contains("ALLOW -> DENY: shell {\"command\":\"make test\"}")
                .contains("(permission)");
        changes.assertLoosensOnly();
    }

    @Test
    void aChangedRulesFileIsReplayed() throws Exception {
        PolicyChanges changes = PolicyReplay.of(recorded())
                .through(none().onToolApproval(PolicyReplayTest::byTrust)
                        .rules(InterceptRules.fromFile(rulesAgainstMake()))
                        .build());

        assertThat(changes).asString().contains("ALLOW -> DENY: shell").contains("no-make");
    }

    @Test
    void aRuleThatIsTakenOutLetsCallsThroughThatHaveToBeListed() throws Exception {
        RunLog run = RunLog.ofAsking(
                options(model(executes("make test")))
                        .rules(InterceptRules.fromFile(rulesAgainstMake()))
                        .build(),
                "go");

        PolicyChanges changes = PolicyReplay.of(run).through(none().build());

        assertThatThrownBy(changes::assertLoosensOnly).hasMessageContaining("DENY -> ALLOW: shell");
        changes.assertLoosensOnly("DENY -> ALLOW: shell {\"command\":\"make test\"} [trusted]");
    }

    @Test
    void nothingRunsAndNobodyLearnsOfIt() {
        List<RunEvent> heard = new ArrayList<>();
        Path audit = folder.resolve("audit.jsonl");
        InMemoryKeyValueStore store = new InMemoryKeyValueStore();

        PolicyReplay.of(recorded())
                .through(none().onToolApproval(call -> ApprovalDecision.allow())
                        .onRunEvent(heard::add)
                        .auditLog(AuditLog.in(audit))
                        .store(store)
                        .build());

        assertThat(runs).hasValue(0);
        assertThat(heard).isEmpty();
        assertThat(audit).doesNotExist();
        assertThat(store.list("")).isEmpty();
    }

    @Test
    void theRecordedAnswersStandInForThePersonWhoGaveThem() {
        PolicyChanges changes = PolicyReplay.of(recorded())
                .withRecordedAnswers()
                .through(none().trustPolicy(TrustPolicy.askAfterUntrusted()).build());

        assertThat(changes).asString().startsWith("1 of 4 calls").contains("ALLOW -> ASK: shell");
        changes.assertLoosensOnly();
    }

    @Test
    void aCallThatIsNoLongerAskedAboutGetsFurtherThanTheNoThatWasRecorded() {
        Tool unasked = Tool.define("write", PathInput.class)
                .description("Writes a file")
                .category(ToolCategory.WRITE)
                .execute((input, context) -> "written");

        PolicyChanges changes = PolicyReplay.of(recorded())
                .withRecordedAnswers()
                .through(IntelligenceOptions.builder()
                        .provider(MockProvider.of())
                        .tools(read, unasked, shell)
                        .build());

        changes.assertLoosensOnly(NOTES);
    }

    @Test
    void anEditIsAVerdictOfItsOwn() {
        RunLog edited = recorded(call -> ApprovalDecision.edit(Map.of("path", "b.txt")), writes("a.txt"));

        PolicyReplay replay = PolicyReplay.of(edited);

        assertThat(replay.withRecordedAnswers().through(none().build()).all()).isEmpty();
        assertThat(replay.through(deciding(call -> ApprovalDecision.allow())))
                .asString()
                .contains("EDIT -> ALLOW");
        assertThatThrownBy(() -> replay.through(deciding(call -> ApprovalDecision.edit(Map.of("path", "c.txt"))))
                        .assertLoosensOnly())
                .hasMessageContaining("EDIT -> EDIT");
    }

    @Test
    void aCallOfAToolThatIsGoneIsDenied() {
        PolicyChanges changes = PolicyReplay.of(recorded())
                .through(IntelligenceOptions.builder()
                        .provider(MockProvider.of())
                        .tools(read, shell)
                        .build());

        assertThat(changes)
                .asString()
                .contains("ALLOW -> DENY: write {\"path\":\"todo.txt\"}")
                .contains("no tool named");
    }

    @Test
    void messagesWithTheirLabelsAreReplayedAsWell() {
        Intelligence agent = new Intelligence(
                options(busyModel()).onToolApproval(PolicyReplayTest::byTrust).build());
        List<Message> messages = agent.ask("Write todo.txt").messages();

        PolicyChanges changes = PolicyReplay.ofMessages(messages).through(deciding(call -> ApprovalDecision.allow()));

        assertThat(changes.replayed()).isEqualTo(4);
        changes.assertLoosensOnly(NOTES);
    }

    @Test
    void aCassetteIsReplayedWithTheTrustThatItsToolsDeclare() {
        Path file = folder.resolve("run.json");
        new Intelligence(options(Cassette.record(file, busyModel()))
                        .onToolApproval(PolicyReplayTest::byTrust)
                        .build())
                .ask("Write todo.txt");

        PolicyReplay replay = PolicyReplay.ofCassette(file);

        assertThat(replay.through(deciding(PolicyReplayTest::byTrust)).all()).isEmpty();
        PolicyChanges changes = replay.through(deciding(call -> ApprovalDecision.allow()));
        assertThat(changes.replayed()).isEqualTo(4);
        changes.assertLoosensOnly(NOTES.replace("file README.md", "tool read"));
        assertThat(changes.all().get(0).label()).isEqualTo(Label.untrusted(Origin.of(Origin.Kind.TOOL, "read")));
    }

    @Test
    void aToolNameOfTheModelDoesNotHideTheCallAfterIt() {
        Path file = cassette(
                call -> ApprovalDecision.deny("no"),
                MockTurn.call("no such", Map.of()).andCall("write", Map.of("path", "notes.txt")));

        PolicyChanges changes = PolicyReplay.ofCassette(file).through(deciding(call -> ApprovalDecision.allow()));

        assertThat(changes.replayed()).isEqualTo(2);
        assertThatThrownBy(changes::assertLoosensOnly)
                .hasMessageContaining("DENY -> ALLOW: write {\"path\":\"notes.txt\"}");
    }

    @Test
    void whatTheUserSaidIsKnownToAHookThatLooksForIt() {
        RunLog run = recorded();

        PolicyChanges changes = PolicyReplay.of(run)
                .through(none().onToolApproval(call ->
                                call.grounded("/path") ? ApprovalDecision.allow() : ApprovalDecision.deny("not named"))
                        .build());

        assertThat(changes.all()).isEmpty(); // todo.txt was named by the user, and notes.txt was denied before as well.
    }

    @Test
    void aCallThatWaitsIsOneThatAsks() {
        RunLog run = recorded(call -> ApprovalDecision.defer(), writes("a"));

        assertThat(PolicyReplay.of(run).through(none().build())).asString().contains("ASK -> DENY: write");
    }

    @Test
    void callsThatWereNotDecidedAboutAreLeftOutAndNothingLeftIsNoProof() {
        RunLog stopped = RunLog.ofAsking(
                options(model(reads("a"), reads("b")))
                        .limits(Limits.builder().maxToolCalls(1).build())
                        .build(),
                "go");
        PolicyChanges changes = PolicyReplay.of(stopped).through(none().build());

        assertThat(changes.replayed()).isEqualTo(1);
        assertThat(changes.leftOut()).isEqualTo(1);
        changes.assertLoosensOnly();
        assertThatThrownBy(() -> PolicyReplay.of(RunLog.listening())
                        .through(none().build())
                        .assertLoosensOnly())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no recorded call was decided about");
    }

    @Test
    void theCallsOfASubAgentAreReplayedThroughItsOwnOptions() {
        Intelligence writer = new Intelligence(options(model(writes("a.txt")))
                .onToolApproval(call -> ApprovalDecision.deny("no"))
                .build());
        Tool hand = Tool.define("hand_over", Command.class)
                .description("Hands over")
                .category(ToolCategory.DELEGATE)
                .execute((input, context) -> Delegation.run(context, "writer", writer, input.command())
                        .text());
        RunLog run = RunLog.ofAsking(
                IntelligenceOptions.builder()
                        .provider(model(MockTurn.call("hand_over", Map.of("command", "write"))))
                        .tools(hand)
                        .build(),
                "go");

        IntelligenceOptions looser = deciding(call -> ApprovalDecision.allow());
        PolicyReplay.of(run)
                .inAgent("writer")
                .through(looser)
                .assertLoosensOnly("DENY -> ALLOW: write {\"path\":\"a.txt\"} [trusted, from tool hand_over]");
        PolicyChanges above = PolicyReplay.of(run).through(looser);
        assertThat(above.replayed()).isEqualTo(1);
        assertThat(above.leftOut()).isEqualTo(1);
        assertThat(above).asString().contains("(1 more were made by other agents)");
    }

    private PolicyReplay oneWrite(ApprovalDecision decision) {
        return PolicyReplay.of(recorded(call -> decision, writes("a.txt")));
    }

    @Test
    void anInputThatDidNotRunBeforeHasToBeListedWhateverItIs() {
        PolicyChanges changes = oneWrite(ApprovalDecision.allow())
                .through(deciding(call -> ApprovalDecision.edit(Map.of("path", "/etc/passwd"))));
        String line = "ALLOW -> EDIT: write {\"path\":\"a.txt\"} [trusted] with {\"path\":\"/etc/passwd\"}";

        assertThatThrownBy(changes::assertLoosensOnly).hasMessageContaining("If that is meant, list:\n  " + line);
        changes.assertLoosensOnly(line);
        assertThatThrownBy(() -> changes.assertLoosensOnly(line.replace("/etc/passwd", "b.txt")))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void whatIsListedForATrustedCallDoesNotCoverTheSameCallAfterUntrustedContent() {
        RunLog denied =
                recorded(call -> ApprovalDecision.deny("no"), writes("a.txt"), reads("README.md"), writes("a.txt"));

        PolicyChanges changes = PolicyReplay.of(denied).through(deciding(call -> ApprovalDecision.allow()));
        String trusted = "DENY -> ALLOW: write {\"path\":\"a.txt\"} [trusted]";

        assertThatThrownBy(() -> changes.assertLoosensOnly(trusted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("[untrusted, because of file README.md]");
        changes.assertLoosensOnly(trusted, trusted.replace("trusted]", "untrusted, because of file README.md]"));
    }

    @Test
    void whatIsListedAsAskedDoesNotCoverWhatIsAllowed() {
        String asked = "DENY -> ASK: write {\"path\":\"a.txt\"} [trusted]";
        PolicyReplay replay = oneWrite(ApprovalDecision.deny("no"));

        replay.through(deciding(call -> ApprovalDecision.defer())).assertLoosensOnly(asked);
        PolicyChanges allowed = replay.through(deciding(call -> ApprovalDecision.allow()));
        assertThatThrownBy(() -> allowed.assertLoosensOnly(asked)).isInstanceOf(AssertionError.class);
    }

    @Test
    void aHookThatCanNotDecideIsNoStricterPolicy() {
        PolicyReplay replay = oneWrite(ApprovalDecision.allow());
        IntelligenceOptions throwing = none().onToolApproval(call -> {
                    throw new UnsupportedOperationException("no session here");
                })
                .build();
        IntelligenceOptions silent = deciding(call -> null);
        CountDownLatch never = new CountDownLatch(1);
        IntelligenceOptions late = none().approvalTimeout(Duration.ofMillis(20))
                .onToolApproval(call -> {
                    never.await();
                    return ApprovalDecision.deny("too late");
                })
                .build();

        assertThatThrownBy(() -> replay.through(throwing))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the hook could not decide about write {\"path\":\"a.txt\"} [trusted]")
                .hasMessageContaining("UnsupportedOperationException: no session here")
                .hasCauseInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> replay.through(silent)).hasMessageContaining("(hook_returned_nothing)");
        assertThatThrownBy(() -> replay.through(late)).hasMessageContaining("(hook_timeout)");
    }

    @Test
    void anEditThatTheToolDoesNotTakeIsADenial() {
        PolicyChanges changes = oneWrite(ApprovalDecision.allow())
                .through(deciding(call -> ApprovalDecision.edit(Map.of("paths", "b.txt"))));

        assertThat(changes.all())
                .singleElement()
                .satisfies(change -> assertThat(change.after()).isEqualTo(Verdict.DENY));
    }

    @Test
    void anEditThatMessagesTellOfIsNotTakenForAYes() {
        List<Message> messages = new Intelligence(options(model(writes("a.txt")))
                        .onToolApproval(call -> ApprovalDecision.edit(Map.of("path", "b.txt")))
                        .build())
                .ask("go")
                .messages();

        PolicyChanges changes = PolicyReplay.ofMessages(messages).through(deciding(call -> ApprovalDecision.allow()));

        assertThatThrownBy(changes::assertLoosensOnly).hasMessageContaining("EDIT -> ALLOW: write");
    }

    /** Two questions on one cassette: one leads to reading, and one to writing. */
    private Path readsAndThenWrites(Function<Intelligence, Agent> asked) {
        Path file = folder.resolve("two.json");
        MockProvider model =
                MockProvider.of(reads("README.md"), MockTurn.text("Read."), writes("a.txt"), MockTurn.text("Written."));
        Agent agent = asked.apply(new Intelligence(options(Cassette.record(file, model))
                .onToolApproval(PolicyReplayTest::byTrust)
                .build()));
        agent.ask("Read README.md");
        agent.ask("Write a.txt");
        return file;
    }

    @Test
    void aRunDoesNotInheritTheTrustOfTheOneBeforeItOnTheCassette() {
        PolicyChanges changes = PolicyReplay.ofCassette(readsAndThenWrites(agent -> agent))
                .through(deciding(call -> ApprovalDecision.deny("no")));

        assertThat(changes.all())
                .singleElement()
                .satisfies(change ->
                        assertThat(change.line()).isEqualTo("ALLOW -> DENY: write {\"path\":\"a.txt\"} [trusted]"));
    }

    @Test
    void aConversationThatGoesOnKeepsItsTrust() {
        PolicyReplay.ofCassette(readsAndThenWrites(agent -> agent.conversation("talk")))
                .through(deciding(call -> ApprovalDecision.allow()))
                .assertLoosensOnly("DENY -> ALLOW: write {\"path\":\"a.txt\"} [untrusted, because of tool read]");
    }

    @Test
    void anOldRecordingThatDoesNotTellRunsApartIsAnError() throws Exception {
        Path file = readsAndThenWrites(agent -> agent);
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("\"version\" : 2", "\"version\" : 1")
                        .replace("\"run\" : 2,", ""));

        assertThatThrownBy(() -> PolicyReplay.ofCassette(file).through(none().build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("turn 3 of the recording: it may begin a run or go on with the one before");
    }

    @Test
    void aRecordingThatBeginsInTheMiddleOfAConversationIsAnError() {
        Path file = folder.resolve("middle.json");
        InMemoryKeyValueStore store = new InMemoryKeyValueStore();
        new Intelligence(options(model(reads("README.md"))).store(store).build())
                .conversation("talk")
                .ask("Read README.md");
        new Intelligence(options(Cassette.record(file, model(writes("a"))))
                        .store(store)
                        .build())
                .conversation("talk")
                .ask("Write a");

        assertThatThrownBy(() -> PolicyReplay.ofCassette(file).through(none().build()))
                .hasMessageContaining("turn 1 of the recording: a run begins with results of calls");
    }

    @Test
    void aContextPolicyThatRewritesWhatWasSaidDoesNotHideCalls() {
        Path file = folder.resolve("window.json");
        Cassette cassette = Cassette.record(file, model(reads("README.md"), reads("more.md"), writes("a.txt")));
        ContextPolicy lastStepOnly = run -> messages -> messages.size() <= 3
                ? messages
                : Stream.concat(messages.stream().limit(2), messages.stream().skip(messages.size() - 2))
                        .toList();
        new Intelligence(options(cassette)
                        .system("Be brief")
                        .contextPolicy(lastStepOnly)
                        .onToolApproval(call -> ApprovalDecision.deny("no"))
                        .build())
                .ask("go");

        PolicyChanges changes = PolicyReplay.ofCassette(file).through(deciding(call -> ApprovalDecision.allow()));

        assertThat(changes.replayed()).isEqualTo(3);
        changes.assertLoosensOnly("DENY -> ALLOW: write {\"path\":\"a.txt\"} [untrusted, because of tool read]");
    }

    @Test
    void aTurnThatFailedAndWasAskedAgainCountsOnce() {
        Path file = folder.resolve("again.json");
        ProviderException busy =
                ProviderException.builder("busy").status(503).retryable(true).build();
        Cassette cassette = Cassette.record(file, model(reads("README.md"), MockTurn.failure(busy), writes("a.txt")));
        Provider again = new Provider() {
            @Override
            public String id() {
                return cassette.id();
            }

            @Override
            public ModelResponse generate(ModelRequest request, StreamSink sink) {
                try {
                    return cassette.generate(request, sink);
                } catch (ProviderException e) {
                    return cassette.generate(request, sink);
                }
            }
        };
        new Intelligence(
                        options(again).onToolApproval(PolicyReplayTest::byTrust).build())
                .ask("go");

        PolicyChanges changes = PolicyReplay.ofCassette(file).through(deciding(PolicyReplayTest::byTrust));

        assertThat(changes.replayed()).isEqualTo(2);
        assertThat(changes.all()).isEmpty();
    }
}
