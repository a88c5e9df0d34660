package dev.intellibrix.internal.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LiveProcessTest {

    private static final Path SH = Path.of("/bin/sh");

    @TempDir
    Path folder;

    private LiveProcess open(String script) {
        return ProcessRunner.open(ProcessSpec.builder(SH, List.of("-c", script), folder)
                .environment(Map.of("ONLY", "this"))
                .build());
    }

    private static BufferedReader output(LiveProcess process) {
        return new BufferedReader(new InputStreamReader(process.output(), UTF_8));
    }

    @Test
    void isTalkedToThroughItsStreams() throws Exception {
        try (LiveProcess process = open("read line; echo \"got $line $ONLY\"; echo oops >&2; read line")) {
            process.input().write("hello\n".getBytes(UTF_8));
            process.input().flush();

            assertThat(output(process).readLine()).isEqualTo("got hello this");
            assertThat(new BufferedReader(new InputStreamReader(process.errors(), UTF_8)).readLine())
                    .isEqualTo("oops");
            assertThat(process.isAlive()).isTrue();
        }
    }

    @Test
    void endsByItselfWhenItsInputEnds() throws Exception {
        LiveProcess process = open("echo ready; cat; echo over");
        BufferedReader output = output(process);
        output.readLine();

        process.close();
        process.close();

        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void isKilledWithAllThatItStartedWhenItDoesNotWantToEnd() throws Exception {
        LiveProcess process = open("trap '' TERM; sleep 1000 & echo $!; while true; do sleep 1000; done");
        long child = Long.parseLong(output(process).readLine());

        process.close();

        assertThat(process.isAlive()).isFalse();
        ProcessHandle.of(child)
                .ifPresent(handle ->
                        handle.onExit().orTimeout(30, TimeUnit.SECONDS).join());
        assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void endsWhatItPutInASessionOfItsOwnAlsoWhenItEndsByItself() throws Exception {
        LiveProcess process = open("/usr/bin/setsid sh -c 'echo $$; exec sleep 1000' & cat");
        long child = Long.parseLong(output(process).readLine());

        process.close();

        ProcessHandle.of(child)
                .ifPresent(handle ->
                        handle.onExit().orTimeout(30, TimeUnit.SECONDS).join());
        assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void isClosedAlsoWhenThisThreadIsInterrupted() throws Exception {
        LiveProcess process = open("trap '' TERM; echo ready; while true; do sleep 1000; done");
        output(process).readLine();

        Thread.currentThread().interrupt();
        process.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void aProgramThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> ProcessRunner.open(ProcessSpec.builder(folder.resolve("none"), List.of(), folder)
                        .build()))
                .isInstanceOf(ProcessStartException.class);
    }
}
