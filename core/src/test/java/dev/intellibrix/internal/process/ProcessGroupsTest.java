package dev.intellibrix.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProcessGroupsTest {

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    @Test
    void aMemberThatOutlivesItsLeaderIsSeenHoweverItIsLookedFor() throws Exception {
        assumeTrue(Files.isExecutable(SETSID), "no setsid");
        Process leader =
                new ProcessBuilder(SETSID.toString(), "sh", "-c", "sleep 1000 >/dev/null 2>&1 & echo $!").start();
        long member;
        try (BufferedReader said = leader.inputReader()) {
            member = Long.parseLong(said.readLine());
        }
        try {
            assertThat(leader.waitFor(1, TimeUnit.MINUTES)).isTrue();

            assertThat(ProcessGroups.isSurelyIn(leader.pid(), member)).isTrue();
            assertThat(ProcessGroups.isSurelyEmpty(leader.pid())).isFalse();
            assertThat(ProcessGroups.isNobodyNumbered(leader.pid())).isFalse();
            assertThat(ProcessGroups.isNobodyListed(leader.pid())).isFalse();
        } finally {
            ProcessHandle.of(member).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void nobodyIsInTheGroupOfANumberThatNobodyHas() throws Exception {
        assertThat(ProcessGroups.isSurelyEmpty(Long.MAX_VALUE))
                .as("not yet given")
                .isFalse();
    }
}
