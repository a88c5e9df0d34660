package dev.intellibrix.agenttools.contract;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Finds what a contract says of an implementation that does not keep it. */
final class Faults {

    private Faults() {}

    /** The tests of a contract that fail. */
    static Set<String> of(Class<?> tests) {
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

    /** What hears no interrupt. */
    static void neverEnd() {
        while (true) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                // That is what is broken.
            }
        }
    }
}
