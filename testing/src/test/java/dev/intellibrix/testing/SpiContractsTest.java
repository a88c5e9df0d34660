package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.intellibrix.ContextPolicy;
import dev.intellibrix.LargeResults;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.event.RunScope;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.report.RunReport;
import dev.intellibrix.store.InMemoryKeyValueStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What comes with intellibrix keeps the contracts of context policies and listeners, and what does not keep them is found. */
class SpiContractsTest {

    @Nested
    class AllMessages extends ContextPolicyContract {
        @Override
        protected ContextPolicy policy() {
            return ContextPolicy.keepAll();
        }
    }

    @Nested
    class AWindow extends ContextPolicyContract {
        @Override
        protected ContextPolicy policy() {
            return ContextPolicy.window(2_000);
        }
    }

    @Nested
    class ASummary extends ContextPolicyContract {
        @Override
        protected ContextPolicy policy() {
            return ContextPolicy.summarising(4_000, 1_000);
        }
    }

    @Nested
    class LargeResultsBehindAHandle extends ContextPolicyContract {
        @Override
        protected ContextPolicy policy() {
            return LargeResults.in(new InMemoryKeyValueStore(), 1_000);
        }
    }

    @Nested
    class OneAfterTheOther extends ContextPolicyContract {
        @Override
        protected ContextPolicy policy() {
            return LargeResults.in(new InMemoryKeyValueStore(), 1_000).then(ContextPolicy.summarising(4_000, 1_000));
        }
    }

    @Nested
    class ALog extends RunListenerContract {
        @Override
        protected RunListener listener() {
            return RunLog.listening();
        }
    }

    @Nested
    class AReport extends RunListenerContract {
        @Override
        protected RunListener listener() {
            return RunReport.collector();
        }
    }

    /** Sends the newest messages, whatever they are. */
    static class Newest extends ContextPolicyContract {
        @Override
        protected ContextPolicy policy() {
            return run -> messages -> messages.subList(Math.max(0, messages.size() - 3), messages.size());
        }
    }

    /** Says to the model as the user what strangers wrote, and remembers it for all runs. */
    static class Mixed extends ContextPolicyContract {
        @Override
        protected ContextPolicy policy() {
            List<Message> all = new ArrayList<>();
            return run -> messages -> {
                messages.stream()
                        .filter(message -> message.role() == Role.TOOL)
                        .map(message -> Message.user(message.toJson()))
                        .forEach(all::add);
                List<Message> sent = new ArrayList<>(all);
                sent.addAll(messages);
                return sent;
            };
        }
    }

    /** Takes only runs that end well, and sets nothing up. */
    static class Hopeful extends RunListenerContract {
        @Override
        protected RunListener listener() {
            return new RunListener() {
                @Override
                public void on(RunEvent event) {
                    if (event instanceof RunEvent.RunFailed || event instanceof RunEvent.RunSuspended) {
                        throw new IllegalStateException("not foreseen");
                    }
                }

                @Override
                @SuppressWarnings("NullAway") // That is what is broken.
                public RunScope enter(RunEvent event) {
                    return event.source().agentPath().isEmpty() ? RunScope.none() : null;
                }
            };
        }
    }

    @Test
    void whatDoesNotKeepThemIsFound() {
        assertThat(failures(Newest.class))
                .contains(
                        "everyCallIsSentWithItsResultAndTheNewestMessageLast()",
                        "aRunThatBeginsWithALongConversationIsSentWholeAsWell()");
        assertThat(failures(Mixed.class))
                .contains(
                        "whatIsUntrustedIsSentAsUntrustedAndNeverAsWordsOfTheSystemOrTheUser()",
                        "runsThatGoOnInParallelShareNothing()");
        assertThat(failures(Hopeful.class))
                .containsExactly("takesARunThatFails()", "takesARunThatWaits()", "takesTheRunOfASubAgent()");
    }

    private static Set<String> failures(Class<?> tests) {
        Set<String> failed = new TreeSet<>();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(tests))
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                if (test.isTest() && result.getThrowable().isPresent()) {
                                    failed.add(test.getDisplayName());
                                }
                            }
                        });
        return failed;
    }
}
