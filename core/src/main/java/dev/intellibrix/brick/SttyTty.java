package dev.intellibrix.brick;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The terminal of this process by way of {@code stty}, which every POSIX system has: the JDK can not switch a terminal, and a
 * library that can is more than this is worth. Thread-safe.
 */
final class SttyTty implements Tty {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,5}) (\\d{1,5})\\s*");
    private static final int PATIENCE =
            5; // Seconds. It only hangs where this process is stopped from using the terminal.

    private final ReentrantLock lock = new ReentrantLock();
    private final Path program;
    private final String settings;
    private boolean isChanged; // Guarded by lock.
    private boolean isClosed; // Guarded by lock.

    private SttyTty(Path program, String settings) {
        this.program = program;
        this.settings = settings;
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "intellibrix-terminal-restore"));
    }

    /** The terminal, when standard input is one and can be switched. */
    static Optional<Tty> find() {
        return Stream.of("/bin/stty", "/usr/bin/stty")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .flatMap(program -> run(program, "-g")
                        .map(String::strip)
                        .filter(settings -> settings.matches("[\\w:=.,-]+"))
                        .map(settings -> new SttyTty(program, settings)));
    }

    @Override
    public boolean keys() {
        lock.lock();
        try {
            if (isClosed) {
                return false;
            }
            isChanged = true;
            return run(program, "-icanon", "-echo", "min", "1", "time", "0", "intr", "undef")
                    .isPresent();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void lines() {
        lock.lock();
        try {
            if (isChanged) {
                run(program, settings);
                isChanged = false;
            }
        } finally {
            lock.unlock();
        }
    }

    /** The program ends: the terminal stays as it was from now on. */
    private void close() {
        lock.lock();
        try {
            lines();
            isClosed = true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Size size() {
        Matcher told = SIZE.matcher(run(program, "size").orElse(""));
        if (!told.matches() || told.group(1).equals("0") || told.group(2).equals("0")) {
            return Size.USUAL;
        }
        return new Size(Integer.parseInt(told.group(1)), Integer.parseInt(told.group(2)));
    }

    /** What the program says; empty when it fails. */
    private static Optional<String> run(Path program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(Arrays.asList(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return finished(process);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** An interrupt waits until the terminal is as it has to be. */
    private static Optional<String> finished(Process process) throws IOException {
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    if (!process.waitFor(PATIENCE, TimeUnit.SECONDS)) {
                        process.destroyForcibly();
                        return Optional.empty();
                    }
                    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                    return process.exitValue() == 0 ? Optional.of(said) : Optional.empty();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
