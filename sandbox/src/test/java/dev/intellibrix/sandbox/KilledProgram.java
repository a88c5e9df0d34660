package dev.intellibrix.sandbox;

import dev.intellibrix.tool.Cancellation;
import java.nio.file.Path;
import java.util.List;

/** A program with a sandbox in which something runs for long; a test kills it. */
final class KilledProgram {

    private KilledProgram() {}

    /** Takes the folder for sandboxes and a mark for the arguments of what runs. */
    public static void main(String[] arguments) {
        SandboxProvider provider = Sandboxes.bubblewrapProvider(
                BubblewrapOptions.builder().folder(Path.of(arguments[0])).build());
        Sandbox sandbox = provider.open(Bubblewrap.LIMITS, Cancellation.none());
        sandbox.copyIn(List.of(SandboxFile.text("file", "x")), Cancellation.none());
        sandbox.run(
                SandboxCommand.of(
                        "sh",
                        "-c",
                        "trap '' TERM HUP; setsid sh -c 'while :; do sleep 1; done' " + arguments[1]
                                + " & while :; do sleep 1; done",
                        arguments[1]),
                Cancellation.none());
    }
}
