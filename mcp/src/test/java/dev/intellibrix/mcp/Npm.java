package dev.intellibrix.mcp;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Installs packages of npm into a folder, and runs programs of theirs. Tests skip where there is no Node or no registry. */
final class Npm {

    private static final long MINUTES = 20;

    private final Path folder;

    private Npm(Path folder) {
        this.folder = folder;
    }

    /**
     * What a program said.
     *
     * @param status its exit status
     * @param out its standard output
     * @param errors its standard error
     */
    record Said(int status, String out, String errors) {}

    /** A folder with these packages; the test skips, with the reason, when they can not be had. */
    static Npm with(Path folder, String... packages) throws IOException, InterruptedException {
        assumeTrue(isThere("node"), "node is not installed");
        assumeTrue(isThere("npm"), "npm is not installed");
        Npm npm = new Npm(folder);
        Files.writeString(folder.resolve("package.json"), "{\"private\":true}");
        List<String> command = new ArrayList<>(
                List.of("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"));
        command.addAll(List.of(packages));
        Said said = npm.run(command, Map.of());
        assumeTrue(said.status() == 0, "npm can not install " + List.of(packages) + ": " + said.errors());
        return npm;
    }

    private static boolean isThere(String program) {
        try {
            return new ProcessBuilder(program, "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Runs a file of a package with Node. */
    Said node(String file, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("node", folder.resolve("node_modules").resolve(file).toString()));
        command.addAll(arguments);
        return run(command, Map.of("CI", "true"));
    }

    private Said run(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path errors = Files.createTempFile(folder, "errors", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError(command + " does not end; it said " + text(out) + text(errors));
        }
        return new Said(process.exitValue(), text(out), text(errors));
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
