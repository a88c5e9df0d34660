package dev.intellibrix.examples.codingagent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** A terminal that a test sits at: a program in a pane, with keys that are pressed and text that is looked at. */
final class Tmux {

    static final Path PROGRAM = Path.of("/usr/bin/tmux");

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(180);
    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path socket;

    /** A pane of 100 columns and 40 lines in which a shell script runs. */
    Tmux(Path folder, Path script, Map<String, String> environment) throws Exception {
        this.socket = folder.resolve("tmux");
        ProcessBuilder start =
                command("-u", "-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "40", "sh", script.toString());
        start.environment().remove("TMUX");
        start.environment().keySet().removeIf(name -> name.endsWith("_API_KEY"));
        start.environment().put("LC_ALL", "C.UTF-8");
        start.environment().putAll(environment);
        run(start);
    }

    /** Types a text and presses Enter. */
    void enter(String text) throws Exception {
        type(text);
        press("Enter");
    }

    void type(String text) throws Exception {
        run(command("send-keys", "-l", text));
    }

    /** Presses a key by tmux's name of it. */
    void press(String key) throws Exception {
        run(command("send-keys", key));
    }

    /** Waits until the last line that is not blank matches. */
    String awaitLast(String regex) throws Exception {
        return await("last line " + regex, text -> lastLine(text).matches(regex));
    }

    String awaitText(String wanted) throws Exception {
        return await(wanted, text -> text.contains(wanted));
    }

    private String await(String what, Predicate<String> isThere) throws Exception {
        long deadline = System.nanoTime() + PATIENCE;
        String text = text();
        while (!isThere.test(text)) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not shown: " + what + "\nshown:\n" + text);
            }
            LockSupport.parkNanos(LOOK_AGAIN);
            text = text();
        }
        return text;
    }

    /** All that is and was shown. */
    String text() throws Exception {
        return run(command("capture-pane", "-p", "-J", "-S", "-1000"));
    }

    static String lastLine(String text) {
        return text.stripTrailing().lines().reduce("", (before, line) -> line).stripTrailing();
    }

    /** Ends the program and its terminal. */
    void close() throws Exception {
        run(command("kill-server"));
    }

    private ProcessBuilder command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), "-S", socket.toString()));
        command.addAll(Arrays.asList(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true);
    }

    private static String run(ProcessBuilder command) throws IOException, InterruptedException {
        Process process = command.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command.command() + " failed: " + said);
        }
        return said;
    }
}
