package dev.intellibrix.internal.process;

import dev.intellibrix.internal.process.ProcessStartException.Reason;
import dev.intellibrix.tool.Cancellation;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Starts programs: to their end, or for as long as they are needed. Thread-safe. */
public final class ProcessRunner {

    private static final boolean WINDOWS = File.separatorChar == '\\';

    /** Makes the program the leader of a group of its own, so that the group can be killed as one. */
    private static final Optional<Path> SETSID = Stream.of("/usr/bin/setsid", "/bin/setsid")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();

    private static final int LONGEST_ARGUMENT = 131_071; // Bytes; Linux's MAX_ARG_STRLEN without the NUL.
    private static final Pattern TOO_LONG = Pattern.compile("error[=:] ?7\\b"); // E2BIG

    private ProcessRunner() {}

    /**
     * Runs a program and waits for its end. What remains of its process group then is killed; a child that went on in the
     * background and holds a stream open is waited for 2 seconds at most. When the time is up, all that it started is
     * ended: asked first, killed half a second later.
     *
     * @throws ProcessStartException when it could not be started
     * @throws CancellationException when the cancellation fires or this thread is interrupted (it stays interrupted); the
     *     program and all that it started have been ended by then
     */
    public static ProcessResult run(ProcessSpec spec, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        Process process = start(spec, spec.input() != null);
        spec.started().accept(process.toHandle());
        return new ProcessRun(spec, process, SETSID.isPresent()).await(cancellation);
    }

    /**
     * Starts a program that is talked to through its streams until it is closed. Of the description, the time-out, the input
     * and what is to be kept or told of the output do not matter.
     *
     * @throws ProcessStartException when it could not be started
     */
    public static LiveProcess open(ProcessSpec spec) {
        return LiveProcess.of(start(spec, true), SETSID.isPresent());
    }

    private static Process start(ProcessSpec spec, boolean pipesInput) {
        requireDirectory(spec);
        requireProgram(spec);
        List<String> command = new ArrayList<>();
        SETSID.ifPresent(setsid -> command.add(setsid.toString()));
        command.add(NativeText.of(spec.program().toString()));
        spec.arguments().forEach(argument -> command.add(argument(argument)));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(new File(NativeText.of(spec.directory().toString())))
                .redirectErrorStream(spec.mergesErrors());
        Map<String, String> environment = builder.environment();
        environment.clear();
        spec.environment().forEach((name, value) -> environment.put(NativeText.of(name), NativeText.of(value)));
        if (!pipesInput) {
            builder.redirectInput(new File(WINDOWS ? "NUL" : "/dev/null"));
        }
        try {
            return builder.start();
        } catch (IOException e) {
            throw refusal(spec, e);
        }
    }

    private static String argument(String argument) {
        if (!WINDOWS && argument.length() > LONGEST_ARGUMENT / 3 && utf8Length(argument) > LONGEST_ARGUMENT) {
            throw tooLong(null);
        }
        return NativeText.of(argument);
    }

    private static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static void requireDirectory(ProcessSpec spec) {
        if (!Files.isDirectory(spec.directory())) {
            throw new ProcessStartException(
                    Reason.DIRECTORY_NOT_FOUND,
                    "nothing was run: the working folder does not exist or is no folder",
                    null);
        }
    }

    private static void requireProgram(ProcessSpec spec) {
        String name = String.valueOf(spec.program().getFileName());
        boolean batch = WINDOWS && name.toLowerCase(Locale.ROOT).matches(".*\\.(bat|cmd)[ .]*");
        if (batch || !Files.isRegularFile(spec.program()) || !Files.isExecutable(spec.program())) {
            throw new ProcessStartException(
                    Reason.PROGRAM_NOT_FOUND,
                    "nothing was run: the program \"" + name + "\" is not installed or can not be executed",
                    null);
        }
    }

    /** The platform does not tell which of the files is missing; looking again does. */
    private static ProcessStartException refusal(ProcessSpec spec, IOException cause) {
        try {
            requireDirectory(spec);
            requireProgram(spec);
        } catch (ProcessStartException e) {
            return e;
        }
        if (TOO_LONG.matcher(String.valueOf(cause.getMessage())).find()) {
            return tooLong(cause);
        }
        return new ProcessStartException(
                Reason.REFUSED,
                "nothing was run: the operating system refused to start \""
                        + spec.program().getFileName() + "\"",
                cause);
    }

    private static ProcessStartException tooLong(@Nullable IOException cause) {
        return new ProcessStartException(
                Reason.ARGUMENTS_TOO_LONG,
                "nothing was run: the arguments are too long (at most 128 KiB each); put the data into a file",
                cause);
    }
}
