package dev.intellibrix.testing;

import static dev.intellibrix.testing.Suspended.all;
import static dev.intellibrix.testing.Suspended.answer;
import static dev.intellibrix.testing.Suspended.input;
import static dev.intellibrix.testing.Suspended.results;
import static dev.intellibrix.testing.Suspended.stateOf;
import static dev.intellibrix.testing.Suspended.writeCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.ResumeException;
import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.rules.InterceptRule;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import dev.intellibrix.testing.Suspended.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** No decision is acted on twice, whatever fails between its steps. */
class JournalTest {

    private final Suspended agent = new Suspended();
    private final KeyValueStore store = new InMemoryKeyValueStore();

    private IntelligenceOptions.Builder stored(MockTurn... turns) {
        return agent.agent(turns).store(store);
    }

    private RunState suspended(MockTurn... turns) {
        return stateOf(new Intelligence(stored(turns).build()).ask("go"));
    }

    private RunResult resume(RunState state) {
        return new Intelligence(stored(MockTurn.text("done")).build()).resume(state, List.of());
    }

    /** Resumes with "allow" on a store that is gone before it writes a text like this, which is what a crash looks like. */
    private void crashBefore(Predicate<String> write, RunState state) {
        List<String> written = new ArrayList<>();
        KeyValueStore failing = new Passing(store) {
            @Override
            public boolean compareAndSet(String key, Optional<String> expected, String value) {
                if (write.test(value) || !written.isEmpty()) {
                    written.add(value);
                    throw new StoreException("gone");
                }
                return super.compareAndSet(key, expected, value);
            }
        };
        try {
            new Intelligence(agent.agent(MockTurn.failure(
                                    ProviderException.builder("gone").build()))
                            .store(failing)
                            .build())
                    .resume(state, all(state, ApprovalDecision.allow()));
        } catch (RuntimeException e) {
            // The process is gone.
        }
    }

    private static Predicate<String> state(String name) {
        return value -> value.contains("\"state\":\"" + name + "\"");
    }

    private static class Passing implements KeyValueStore {
        private final KeyValueStore to;

        KeyValueStore to() {
            return to;
        }

        Passing(KeyValueStore to) {
            this.to = to;
        }

        @Override
        public Optional<String> get(String key) {
            return to.get(key);
        }

        @Override
        public void put(String key, String value) {
            to.put(key, value);
        }

        @Override
        public boolean compareAndSet(String key, Optional<String> expected, String value) {
            return to.compareAndSet(key, expected, value);
        }

        @Override
        public boolean delete(String key) {
            return to.delete(key);
        }

        @Override
        public List<String> list(String prefix) {
            return to.list(prefix);
        }
    }

    @Test
    void aFailureBeforeTheApprovalIsKeptLeavesTheCallWaiting() {
        RunState state = suspended(writeCall("new"));
        crashBefore(state("approved"), state);
        RunState still = stateOf(resume(state));

        assertThat(agent.written).isEmpty();
        assertThat(new Intelligence(stored(MockTurn.text("done")).build())
                        .resume(still, all(still, ApprovalDecision.allow()))
                        .text())
                .isEqualTo("done");
        assertThat(agent.written).hasSize(1);
    }

    @Test
    void anApprovalThatWasKeptCountsWithoutBeingHandedInAgain() {
        RunState state = suspended(writeCall("new"));
        String call = state.pendingApprovals().get(0).callId();
        store.put(
                "call/" + state.runId() + "/" + call,
                "{\"state\":\"approved\",\"attempts\":0,\"decision\":{\"allow\":true},\"digest\":\""
                        + state.pendingApprovals().get(0).digest() + "\"}");
        RunResult run = resume(state);

        assertThat(agent.written).hasSize(1);
        assertThat(run.text()).isEqualTo("done");
    }

    @Test
    void anEditThatWasKeptCountsAsItWasKept() {
        RunState state = suspended(writeCall("new"));
        ApprovalDecision edit = ApprovalDecision.edit(Map.of("path", "b.txt", "content", "mine"));
        KeyValueStore first = new Passing(store) {
            @Override
            public boolean compareAndSet(String key, Optional<String> expected, String value) {
                boolean set = super.compareAndSet(key, expected, value);
                throw new StoreException("gone after " + set);
            }
        };
        assertThatThrownBy(() -> new Intelligence(agent.agent().store(first).build()).resume(state, all(state, edit)))
                .isInstanceOf(StoreException.class);
        resume(state);

        assertThat(agent.written).containsExactly(new Write("b.txt", "mine"));
    }

    @Test
    void anotherAnswerThanTheOneThatWasKeptIsRefused() {
        RunState state = suspended(writeCall("one").andCall("write_file", input("two")));
        KeyValueStore first = new Passing(store) {
            @Override
            public boolean compareAndSet(String key, Optional<String> expected, String value) {
                super.compareAndSet(key, expected, value);
                throw new StoreException("gone");
            }
        };
        assertThatThrownBy(() -> new Intelligence(agent.agent().store(first).build())
                        .resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(StoreException.class);
        ResumeException refusal = catchThrowableOfType(
                ResumeException.class,
                () -> new Intelligence(stored().build())
                        .resume(state, List.of(answer(state, 0, ApprovalDecision.deny("no")))));

        assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.ALREADY_ANSWERED);
        RunState still = stateOf(
                new Intelligence(stored().build()).resume(state, List.of(answer(state, 0, ApprovalDecision.allow()))));
        assertThat(agent.written).extracting(Write::content).containsExactly("one");
        assertThat(still.pendingApprovals()).hasSize(1);
    }

    @Test
    void anAnswerThatComesInBetweenIsNotReplaced() {
        RunState state = suspended(writeCall("new"));
        String denied = "{\"attempts\":0,\"decision\":{\"deny\":\"never\"},\"digest\":\""
                + state.pendingApprovals().get(0).digest() + "\",\"state\":\"approved\"}";
        KeyValueStore raced = new Passing(store) {
            private boolean over;

            @Override
            public Optional<String> get(String key) {
                Optional<String> before = super.get(key);
                if (key.startsWith("call/") && !over) {
                    over = true; // The other process is faster by this much.
                    store.put(key, denied);
                }
                return before;
            }
        };
        ResumeException refusal = catchThrowableOfType(
                ResumeException.class,
                () -> new Intelligence(agent.agent().store(raced).build())
                        .resume(state, all(state, ApprovalDecision.allow())));

        assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.ALREADY_ANSWERED);
        assertThat(results(resume(state)).get(0).text()).contains("never");
        assertThat(agent.written).isEmpty();
    }

    @Test
    void line8ACallThatWasClaimedIsNotRunAgainAndItsOutcomeIsUnknown() {
        RunState state = suspended(writeCall("new"));
        crashBefore(state("done"), state);
        RunResult run = resume(state);

        assertThat(agent.written).hasSize(1);
        assertThat(results(run).get(0).outcome()).isEqualTo(ToolOutcome.UNKNOWN);
        assertThat(results(run).get(0).text()).contains("unknown");
        assertThat(run.text()).isEqualTo("done");
    }

    @Test
    void anAnswerToAClaimedCallIsRefused() {
        RunState state = suspended(writeCall("new"));
        crashBefore(state("done"), state);
        ResumeException refusal = catchThrowableOfType(
                ResumeException.class,
                () -> new Intelligence(stored().build()).resume(state, all(state, ApprovalDecision.allow())));

        assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.ALREADY_TAKEN_UP);
        assertThat(agent.written).hasSize(1);
    }

    @Test
    void anIdempotentCallThatWasClaimedRunsAgainUnderTheSameKey() {
        RunState state = stateOf(new Intelligence(agent.options(writeCall("new"))
                        .tools(agent.write(true))
                        .store(store)
                        .build())
                .ask("go"));
        KeyValueStore failing = new Passing(store) {
            @Override
            public boolean compareAndSet(String key, Optional<String> expected, String value) {
                if (state("done").test(value)) {
                    throw new StoreException("gone");
                }
                return super.compareAndSet(key, expected, value);
            }
        };
        MockTurn gone = MockTurn.failure(ProviderException.builder("gone").build());
        assertThatThrownBy(() -> new Intelligence(agent.options(gone)
                                .tools(agent.write(true))
                                .store(failing)
                                .build())
                        .resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(ProviderException.class);
        RunResult run = new Intelligence(agent.options(MockTurn.text("done"))
                        .tools(agent.write(true))
                        .store(store)
                        .build())
                .resume(state, List.of());

        assertThat(agent.written).hasSize(2);
        assertThat(agent.keys).hasSize(2).containsOnly(agent.keys.get(0));
        assertThat(results(run).get(0).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
    }

    @Test
    void whenTheModelFailsAfterTheToolRanTheResultIsThereAtTheNextResumption() {
        RunState state = suspended(writeCall("new"));
        MockTurn gone = MockTurn.failure(ProviderException.builder("gone").build());
        assertThatThrownBy(() ->
                        new Intelligence(stored(gone).build()).resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(ProviderException.class);
        RunResult run = resume(state);

        assertThat(agent.written).hasSize(1);
        assertThat(results(run).get(0).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(results(run).get(0).text()).isEqualTo("written new");
        assertThat(run.text()).isEqualTo("done");
    }

    @Test
    void theSameHoldsWithinAProcessWithoutAStore() {
        RunState state = agent.suspend(writeCall("new"));
        MockTurn gone = MockTurn.failure(ProviderException.builder("gone").build());
        assertThatThrownBy(() ->
                        new Intelligence(agent.agent(gone).build()).resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(ProviderException.class);
        RunResult run = new Intelligence(agent.agent(MockTurn.text("done")).build()).resume(state, List.of());

        assertThat(agent.written).hasSize(1);
        assertThat(results(run).get(0).text()).isEqualTo("written new");
    }

    @Test
    void aStoreThatCanNotKeepAClaimLetsNothingRun() {
        RunState state = suspended(writeCall("new"));
        crashBefore(state("claimed"), state);

        assertThat(agent.written).isEmpty();
        assertThat(agent.watcher.all(RunEvent.ToolFinished.class))
                .last()
                .extracting(RunEvent.ToolFinished::text)
                .asString()
                .contains("journal_failed");
        resume(state);
        assertThat(agent.written).hasSize(1);
    }

    @Test
    void aVoidDecisionThatCanNotBeTakenOutLeavesTheCallWaiting() {
        RunState state = suspended(writeCall("new"));
        KeyValueStore failing = new Passing(store) {
            @Override
            public boolean compareAndSet(String key, Optional<String> expected, String value) {
                if (state("void").test(value)) {
                    throw new StoreException("gone");
                }
                return super.compareAndSet(key, expected, value);
            }
        };
        RunResult run = new Intelligence(agent.deciding(call -> ApprovalDecision.allow())
                        .rules(InterceptRules.builtIn().with(InterceptRule.confirm("look", "^put new", "look twice")))
                        .store(failing)
                        .build())
                .resume(state, all(state, ApprovalDecision.allow()));

        assertThat(run.stopReason()).isEqualTo(StopReason.AWAITING_APPROVAL);
        assertThat(agent.written).isEmpty();
    }

    @Test
    void aStoreThatCanNotBeReadLetsNothingRun() {
        RunState state = suspended(writeCall("new"));
        KeyValueStore gone = new Passing(store) {
            @Override
            public Optional<String> get(String key) {
                throw new StoreException("gone");
            }
        };
        assertThatThrownBy(() -> new Intelligence(agent.agent().store(gone).build())
                        .resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(StoreException.class);
        assertThat(agent.written).isEmpty();
    }

    @Test
    void aStoreThatCanNotBeReadAnyMoreLeavesTheCallWaiting() {
        RunState state = suspended(writeCall("new"));
        FlakyStore going = new FlakyStore(store);
        AtomicBoolean accepted = new AtomicBoolean();
        going.fail(operation -> {
            boolean read = operation.call() == FlakyStore.Call.GET && accepted.get();
            accepted.compareAndSet(false, operation.makes("approved"));
            return read;
        });
        RunResult run = new Intelligence(agent.agent().store(going).build())
                .resume(state, all(state, ApprovalDecision.allow()));

        assertThat(run.stopReason()).isEqualTo(StopReason.AWAITING_APPROVAL);
        assertThat(resume(stateOf(run)).text()).isEqualTo("done");
        assertThat(agent.written).hasSize(1);
    }

    @Test
    void aCallThatIsTakenUpBetweenTheCheckAndItsTurnGoesOnElsewhere() {
        RunState state = suspended(writeCall("new"));
        KeyValueStore raced = new Passing(store) {
            @Override
            public boolean compareAndSet(String key, Optional<String> expected, String value) {
                boolean set = super.compareAndSet(key, expected, value);
                to().put(key, value.replace("\"state\":\"approved\"", "\"state\":\"claimed\""));
                return set;
            }
        };
        ResumeException refusal = catchThrowableOfType(
                ResumeException.class,
                () -> new Intelligence(agent.agent().store(raced).build())
                        .resume(state, all(state, ApprovalDecision.allow())));

        assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.GOES_ON_ELSEWHERE);
        assertThat(agent.written).isEmpty();
    }

    @Test
    void anEntryThatCanNotBeReadIsOneOfACallThatRan() {
        RunState state = suspended(writeCall("new"));
        store.put(
                "call/" + state.runId() + "/" + state.pendingApprovals().get(0).callId(), "{\"state\":\"appr");
        RunResult run = resume(state);

        assertThat(agent.written).isEmpty();
        assertThat(results(run).get(0).outcome()).isEqualTo(ToolOutcome.UNKNOWN);
    }

    @Test
    void aCallThatIsApprovedAtOnceIsInTheJournalBeforeItRuns() {
        List<String> seen = new CopyOnWriteArrayList<>();
        KeyValueStore watched = new Passing(store) {
            @Override
            public boolean compareAndSet(String key, Optional<String> expected, String value) {
                seen.add(value.replaceFirst(".*\"state\":\"(\\w+)\".*", "$1") + " written " + agent.written.size());
                return super.compareAndSet(key, expected, value);
            }
        };
        RunResult run = new Intelligence(agent.deciding(
                                call -> ApprovalDecision.allow(),
                                MockTurn.call("read_file", Map.of("path", "a")),
                                writeCall("new"),
                                MockTurn.text("done"))
                        .store(watched)
                        .build())
                .ask("go");

        assertThat(seen).containsExactly("approved written 0", "claimed written 0", "done written 1");
        assertThat(store.list("call/"))
                .as("and the call that nobody was asked about is not in it")
                .containsExactly("call/" + run.runId() + "/call_2");
    }

    @Test
    void aLiveApprovalThatCanNotBeKeptIsADenial() {
        KeyValueStore gone = new Passing(store) {
            @Override
            public boolean compareAndSet(String key, Optional<String> expected, String value) {
                throw new StoreException("gone");
            }
        };
        RunResult run = new Intelligence(
                        agent.deciding(call -> ApprovalDecision.allow(), writeCall("new"), MockTurn.text("done"))
                                .store(gone)
                                .build())
                .ask("go");

        assertThat(agent.written).isEmpty();
        assertThat(results(run).get(0).outcome()).isEqualTo(ToolOutcome.DENIED);
        assertThat(results(run).get(0).text()).contains("journal_failed");
    }

    @Test
    void anEntryThatCanNeverBeSetIsTold() {
        RunState state = suspended(writeCall("new"));
        FlakyStore stubborn = new FlakyStore(store);
        AtomicInteger tries = new AtomicInteger();
        stubborn.behave((operation, real) -> {
            if (operation.call() != FlakyStore.Call.COMPARE_AND_SET) {
                return real.get();
            }
            tries.incrementAndGet();
            return false;
        });

        assertThatThrownBy(() -> new Intelligence(agent.agent().store(stubborn).build())
                        .start(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(StoreException.class);
        assertThat(tries).hasValueLessThanOrEqualTo(100);
    }

    @Test
    void anAnswerThatCanNotBeWrittenDownIsRefusedBeforeAnotherIsKept() {
        RunState state = suspended(writeCall("one").andCall("write_file", input("two")));
        Object deep = "x";
        for (int i = 0; i < 300; i++) {
            deep = List.of(deep);
        }
        List<ApprovalAnswer> answers = List.of(
                Suspended.answer(state, 0, ApprovalDecision.allow()),
                Suspended.answer(state, 1, ApprovalDecision.edit(Map.of("path", deep))));

        assertThatThrownBy(() -> new Intelligence(stored().build()).start(state, answers))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(store.list("call/")).isEmpty();
    }

    @Test
    void aStoreThatGivesNullIsToldSo() {
        RunState state = suspended(writeCall("new"));
        FlakyStore empty = new FlakyStore(store);
        empty.behave((operation, real) -> operation.call() == FlakyStore.Call.GET ? null : real.get());

        assertThatThrownBy(() -> new Intelligence(agent.agent().store(empty).build()).start(state, List.of()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("gave null");
    }

    @Test
    void onlyCallsThatNeverRanAreNotTakenUp() {
        RunState first = suspended(writeCall("one").andCall("write_file", input("two")));
        RunState second = stateOf(new Intelligence(stored().build())
                .resume(first, List.of(Suspended.answer(first, 0, ApprovalDecision.allow()))));
        RunResult run = new Intelligence(stored(MockTurn.text("end"))
                        .limits(Limits.builder().maxSteps(1).build())
                        .build())
                .resume(second, List.of());

        assertThat(run.stopReason()).isEqualTo(StopReason.STEP_LIMIT);
        assertThat(run.openCalls())
                .extracting(ToolCallPart::id)
                .containsExactly(second.pendingApprovals().get(0).callId());
    }

    @Test
    void idsThatNoKeyCanHaveAreKeptNevertheless() {
        for (String id : List.of("a/../b", "x".repeat(2_000), "\u0000\n", "Ünïcode", "half \ud800")) {
            RunState state = suspended(
                    MockTurn.ofParts(List.of(ToolCallPart.of(id, "write_file", "{\"path\":\"p\",\"content\":\"c\"}"))));
            assertThat(state.pendingApprovals().get(0).callId()).isEqualTo(id);
            new Intelligence(stored(MockTurn.text("done")).build()).resume(state, all(state, ApprovalDecision.allow()));
            assertThat(results(resume(state)).get(0).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        }

        assertThat(agent.written).hasSize(5);
        assertThat(store.list("call/")).hasSize(5);
    }

    @Test
    void ofTwoProcessesTheSlowerOneIsToldThatTheRunGoesOnElsewhere() {
        RunState state = suspended(writeCall("one").andCall("write_file", input("two")));
        KeyValueStore raced = new Passing(store) {
            private boolean over;

            @Override
            public boolean compareAndSet(String key, Optional<String> expected, String value) {
                if (state("claimed").test(value) && !over) {
                    over = true; // The other process is faster by this much.
                    store.put(key, value);
                }
                return super.compareAndSet(key, expected, value);
            }
        };
        ResumeException refusal = catchThrowableOfType(
                ResumeException.class,
                () -> new Intelligence(agent.agent().store(raced).build())
                        .resume(state, all(state, ApprovalDecision.allow())));

        assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.GOES_ON_ELSEWHERE);
        assertThat(agent.written).isEmpty();
        assertThat(agent.watcher.types()).endsWith("run:failed");
    }

    @Test
    void ofTwoProcessesTheSlowerOneIsToldWhenTheCallIsAloneInItsStep() {
        RunState state = suspended(writeCall("one"));
        KeyValueStore raced = new Passing(store) {
            @Override
            public boolean compareAndSet(String key, Optional<String> expected, String value) {
                if (state("claimed").test(value)) {
                    store.put(key, value);
                }
                return super.compareAndSet(key, expected, value);
            }
        };
        ResumeException refusal = catchThrowableOfType(
                ResumeException.class,
                () -> new Intelligence(agent.agent().store(raced).build())
                        .resume(state, all(state, ApprovalDecision.allow())));

        assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.GOES_ON_ELSEWHERE);
        assertThat(agent.written).isEmpty();
    }

    @Test
    void aDenialIsUsedUpAsWell() {
        RunState state = suspended(writeCall("new"));
        new Intelligence(stored(MockTurn.text("done")).build()).resume(state, all(state, ApprovalDecision.deny("no")));
        ResumeException refusal = catchThrowableOfType(
                ResumeException.class,
                () -> new Intelligence(stored().build()).resume(state, all(state, ApprovalDecision.deny("no"))));

        assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.ALREADY_TAKEN_UP);
        assertThat(results(resume(state)).get(0).text()).contains("no");
    }
}
