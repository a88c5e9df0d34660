package dev.intellibrix.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.intellibrix.tool.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Has real shells run random spellings of one command, with a harmless program of that name on their path: what a shell
 * really ran must have been intercepted, or at least doubted.
 */
class ShellAgreementTest {

    private static final RuleSet RULES = InterceptRules.none()
            .with(InterceptRule.block("no-rm", "^rm\\s+-rf\\b", "not this way"))
            .current();

    private static final List<String> COMMANDS = List.of(
            "rm -rf d",
            "'rm' -rf d",
            "r\\m -rf d",
            "rm '-rf' d",
            "r\"\"m -r\"f\" d",
            "rm\\\n -rf d",
            "$'r'm -rf d",
            "../bin/rm -rf d",
            "r$u''m -rf d",
            "rm$IFS-rf d",
            "rm  -rf\td",
            "{rm,-rf,d}",
            "rm -r$u\\f d",
            "r`true`m -rf d",
            "rm -$(true)rf d",
            "$\"rm\" -rf d",
            "${u}rm -rf d",
            "$u rm -rf d");

    /** Where a command can stand. {@code %s} is the command, {@code %q} the command within single quotes. */
    private static final List<String> PLACES = List.of(
            "%s",
            "true; %s",
            "%s; true",
            "%s & wait",
            "( %s )",
            "{ %s; }",
            "if true; then %s; fi",
            "echo \"$(%s)\"",
            "echo `%s`",
            "x=$(%s)",
            "> x %s",
            "2>&1 %s",
            "A=1 %s",
            "for i in 1; do %s; done",
            "for i do %s; done",
            "while %s; do break; done",
            "until %s; do break; done",
            "case x in x) %s;; esac",
            "case a in b) ;; *) %s ;; esac",
            "f() { %s; }; f",
            "function g { %s; }; g",
            "f() (%s); f",
            "! %s",
            "true && %s",
            "false || %s",
            "true | %s",
            "true |& %s",
            "true &>x %s",
            "cat <<EOF\n$(%s)\nEOF",
            "true <<'EOF'\n$(x\nEOF\n%s",
            "true <<-E\n\tE\n%s",
            "true <<A <<'B'\na\nA\nb\nB\n%s",
            "echo $(true <<E\n)\nE\n%s)",
            "eval '%q'",
            "eval eval '%q'",
            "sh -c '%q'",
            "bash -ec '%q'",
            "bash -o errexit -c '%q'",
            "env %s",
            "env -u X -- %s",
            "timeout 5 %s",
            "timeout -s KILL 5 %s",
            "nohup %s",
            "nice -n 1 %s",
            "command %s",
            "exec %s",
            "builtin command %s",
            "echo x | xargs %s",
            "trap '%q' EXIT",
            "bash <<EOF\n%s\nEOF",
            "sh <<'E'\n%s\nE",
            "echo '%q' | sh",
            "bash <<< '%q'",
            ". /dev/stdin <<E\n%s\nE",
            "echo ${u:-$(%s)}",
            "echo \"${u:-`%s`}\"",
            "echo $((1 + $(%s; echo 1)))",
            "true #'\n%s",
            "true $'\\'' ; %s",
            "true \"'\" ; %s",
            "true ${x#'} ; %s ; true '}",
            "true \"${u:-'}\" ; %s ; : '\"'",
            "echo \"$(echo \")\"; %s)\"",
            "echo $( # )\n%s)",
            "a=(1 $(%s)); true",
            "[[ x ]] && %s",
            "echo <(%s)",
            "true 3>x; %s",
            "time -p %s",
            "time { %s; }",
            "find . -maxdepth 0 -exec %s \\;",
            "find . -maxdepth 0 -exec sh -c '%q' \\;",
            "(( 1 )); %s",
            "true $((1<<2)) ;\n%s",
            "true ${u:-\"}\"} ; %s");

    /** Pieces to make nonsense of. */
    private static final List<String> PIECES = List.of(
            "rm -rf d",
            "'rm' -rf d",
            "rm",
            " -rf",
            " d",
            " ",
            "\t",
            "'",
            "\"",
            "\\",
            "$(",
            ")",
            "`",
            ";",
            "&",
            "|",
            "\n",
            "(",
            "{ ",
            "; }",
            "<<EOF\n",
            "\nEOF\n",
            "> x ",
            "2>&1 ",
            "x",
            "echo ",
            "if ",
            "; then ",
            "; fi",
            "case x in x)",
            ";; esac",
            "$x",
            "${x:-",
            "$'",
            "# ",
            "sh -c '",
            "eval \"",
            "&>x ",
            "x=",
            "a=(",
            "$((",
            "))",
            "true; ",
            "! ",
            "env ",
            "exec ",
            "time ",
            "for i in 1; do ",
            "; done",
            "f() ",
            "<(",
            "<<<",
            "\\\n",
            "{",
            "}",
            ",",
            "*",
            "]",
            "$@",
            "\r",
            "[[ ",
            "coproc ",
            "do ",
            "|& ",
            "{fd}>x ",
            "| sh");

    @TempDir
    Path folder;

    private Path bin;

    @BeforeEach
    void layOut() throws IOException {
        bin = Files.createDirectory(folder.resolve("bin"));
        Path rm = Files.writeString(bin.resolve("rm"), "#!/bin/sh\n[ \"$1\" = -rf ] && : > ran\n");
        Files.setPosixFilePermissions(rm, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String name : List.of("sh", "bash", "env", "timeout", "xargs", "nohup", "nice", "true", "find", "cat")) {
            for (String place : List.of("/bin/", "/usr/bin/")) {
                if (Files.exists(Path.of(place + name)) && !Files.exists(bin.resolve(name))) {
                    Files.createSymbolicLink(bin.resolve(name), Path.of(place + name));
                }
            }
        }
    }

    /** Links that lead out of it are none of the temporary folder's business. */
    @AfterEach
    void removeLinks() throws IOException {
        try (Stream<Path> files = Files.list(bin)) {
            for (Path file : files.filter(Files::isSymbolicLink).toList()) {
                Files.delete(file);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash"})
    void interceptsOrDoubtsWhatAShellRuns(String shell) throws Exception {
        assumeTrue(Files.exists(Path.of(shell)), "there is no " + shell);
        compare(shell, 7, 120);
    }

    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash"})
    void interceptsOrDoubtsWhatAShellRunsInManySpellings(String shell) throws Exception {
        assumeTrue(Files.exists(Path.of(shell)), "there is no " + shell);
        compare(shell, System.nanoTime(), 5_000);
    }

    private void compare(String shell, long seed, int rounds) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        int ran = 0;
        for (int round = 0; round < rounds; round++) {
            String text = round % 4 == 0 ? nonsense(random) : placed(random);
            RuleFindings findings = RULES.evaluate(List.of(Command.text(text)));
            boolean sure = !findings.isBlocked() && !findings.needsApproval();
            // What is intercepted needs no run, except now and then to see that the shells do run what is made here.
            if (sure || round % 10 == 0) {
                boolean hit = runs(shell, text, folder.resolve("work" + round));
                ran += hit ? 1 : 0;
                assertThat(sure && hit)
                        .as("seed %d: %s ran it, nothing was found: %s", seed, shell, text)
                        .isFalse();
            }
        }
        assertThat(ran).as("seed %d: commands that ran", seed).isPositive();
    }

    private static String placed(SplittableRandom random) {
        String text = COMMANDS.get(random.nextInt(COMMANDS.size()));
        int depth = 1 + random.nextInt(3);
        for (int i = 0; i < depth; i++) {
            String quoted = text.replace("'", "'\\''");
            String place = PLACES.get(random.nextInt(PLACES.size()));
            text = place.replace("%s", text).replace("%q", quoted);
        }
        return text;
    }

    private static String nonsense(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int pieces = 1 + random.nextInt(9);
        for (int i = 0; i < pieces; i++) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    /** Whether the program ran; it says so with a file in the directory it runs in. */
    private boolean runs(String shell, String text, Path work) throws Exception {
        Files.createDirectory(work);
        ProcessBuilder builder = new ProcessBuilder(shell, "-c", text)
                .directory(work.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", bin.toString()));
        Process process = builder.start();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        return Files.exists(work.resolve("ran"));
    }
}
