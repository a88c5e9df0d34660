package dev.intellibrix.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A program named docker or podman that notes its arguments and answers as a test says. It never runs what it is given: the
 * scripts for a container kill all that they see.
 */
final class FakeEngine {

    private final Path folder;

    private FakeEngine(Path folder) {
        this.folder = folder;
    }

    static FakeEngine in(Path folder, String name) throws IOException {
        FakeEngine engine = new FakeEngine(folder);
        Path program = folder.resolve(name);
        Files.writeString(program, """
            #!/bin/sh
            PATH=/usr/bin:/bin
            cd '%s' || exit 99
            n=0; while ! mkdir "call$n" 2>/dev/null; do n=$((n + 1)); done
            printf '%%s\\n' "$@" > "call$n/arguments"
            env > "call$n/environment"
            what=$1
            [ "$1" = image ] && what=$2
            [ "$1" = exec ] && case "$*" in *'tar -xf'*) what=unpack; cat > unpacked ;; *'tar -cf'*) what=pack ;; esac
            while [ "$1" != sh ] && [ $# -gt 0 ]; do shift; done
            mark=$5
            [ -f "$what" ] && . "./$what"
            exit 0
            """.formatted(folder));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        engine.answers("version", "echo 28.0.0");
        engine.answers("inspect", "echo " + architecture());
        return engine;
    }

    /** The name that the engines have for this machine's processor. */
    static String architecture() {
        return System.getProperty("os.arch").replace("x86_64", "amd64").replace("aarch64", "arm64");
    }

    /**
     * Sets what a command does.
     *
     * @param command {@code version}, {@code inspect}, {@code run}, {@code exec}, {@code unpack}, {@code pack}, {@code ps},
     *     {@code info} or {@code rm}
     * @param script for a shell; {@code $mark} is the mark of a run
     */
    void answers(String command, String script) throws IOException {
        Files.writeString(folder.resolve(command), script + "\n");
    }

    Map<String, String> variables() {
        return Map.of("PATH", folder.toString(), "HOME", folder.toString(), "SECRET_TOKEN", "abcdefgh");
    }

    /** The arguments of all calls so far, a list each. */
    List<List<String>> calls() throws IOException {
        List<List<String>> calls = new ArrayList<>();
        for (int n = 0; Files.isDirectory(folder.resolve("call" + n)); n++) {
            calls.add(Files.readAllLines(folder.resolve("call" + n).resolve("arguments")));
        }
        return calls;
    }

    /** The arguments of the calls of one command. */
    List<List<String>> calls(String command) throws IOException {
        return calls().stream().filter(call -> call.get(0).equals(command)).toList();
    }

    /** The environments of all calls. */
    String environments() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> calls = Files.list(folder)) {
            for (Path call : calls.filter(Files::isDirectory).toList()) {
                all.append(Files.readString(call.resolve("environment")));
            }
        }
        return all.toString();
    }
}
