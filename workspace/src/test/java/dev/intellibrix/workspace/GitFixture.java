package dev.intellibrix.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.intellibrix.internal.process.HostEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A workspace with a real repository, a home of its own and a place outside, all below one folder. */
final class GitFixture {

    final Path root;
    final Path outside;
    final Path home;
    private final Map<String, String> environment = new HashMap<>();

    private GitFixture(Path folder) throws IOException {
        Path real = folder.toRealPath();
        this.root = Files.createDirectory(real.resolve("root"));
        this.outside = Files.createDirectory(real.resolve("outside"));
        this.home = Files.createDirectory(real.resolve("home"));
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        environment.put("HOME", home.toString());
        environment.put("ROOT", root.toString());
        environment.put("OUTSIDE", outside.toString());
    }

    /** Only the folders. */
    static GitFixture withoutRepository(Path folder) throws IOException {
        return new GitFixture(folder);
    }

    /** A repository on the branch main with an author. */
    static GitFixture withRepository(Path folder) throws IOException {
        GitFixture fixture = new GitFixture(folder);
        fixture.sh("git init -q -b main . && git config user.email a@b.c && git config user.name n");
        return fixture;
    }

    /** A repository with these files in one commit; names and contents take turns. */
    static GitFixture with(Path folder, String... files) throws IOException {
        GitFixture fixture = withRepository(folder);
        for (int i = 0; i < files.length; i += 2) {
            fixture.file(files[i], files[i + 1]);
        }
        fixture.sh(
                "git add -A && GIT_AUTHOR_DATE=2024-01-01T00:00:00Z GIT_COMMITTER_DATE=2024-01-01T00:00:00Z git commit -qm x");
        return fixture;
    }

    /** The git tools as a model calls them. */
    Calls calls() {
        return calls(GitOptions.defaults());
    }

    Calls calls(GitOptions options) {
        return Calls.of(GitTools.of(Jail.of(root), options, host()));
    }

    HostEnvironment host() {
        return new HostEnvironment(root, environment);
    }

    /** Adds a variable to what the tools and the commands of the test see. */
    GitFixture variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    GitFixture file(String name, String content) {
        try {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A program that leaves a file {@code ran-<name>} in the outside folder when it runs, and passes its input on. */
    Path canary(String name) throws IOException {
        Path file = outside.resolve("canary-" + name + ".sh");
        Files.writeString(
                file, "#!/bin/sh\necho ran >> '" + outside.resolve("ran-" + name) + "'\ncat 2>/dev/null\nexit 0\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }

    /** The names of the canaries that ran. */
    List<String> ran() throws IOException {
        try (var files = Files.list(outside)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("ran-"))
                    .sorted()
                    .toList();
        }
    }

    /** Runs shell commands in the root, without hooks; fails with their output when they fail. */
    String sh(String script) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-e", "-c", script).directory(root.toFile());
        builder.redirectErrorStream(true);
        builder.environment().clear();
        environment.forEach((name, value) -> {
            if (!name.startsWith("GIT_")) {
                builder.environment().put(name, value);
            }
        });
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new AssertionError(script + " failed: " + output);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        return output;
    }
}
