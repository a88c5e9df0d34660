package dev.intellibrix.testing.injection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The git repository of a stage, and its remote. */
final class StageRepository {

    private final Path root;
    private final Path remote;

    StageRepository(Path root, Path remote) {
        this.root = root;
        this.remote = remote;
    }

    void plant(Plant plant) throws IOException {
        git(root, "init", "-q");
        git(root, "symbolic-ref", "HEAD", "refs/heads/main");
        for (Plant.Commit commit : plant.commits()) {
            StageFiles.write(root, commit.files());
            git(root, "add", "-A");
            git(root, "commit", "-q", "--allow-empty", "-m", commit.message());
        }
        for (String branch : plant.branches()) {
            git(root, "branch", branch);
        }
        if (plant.remote()) {
            git(root, "init", "-q", "--bare", remote.toString());
            git(root, "remote", "add", "origin", remote.toString());
        }
    }

    /** Whether a commit's message or a branch's name has this text. */
    boolean tells(String text) throws IOException {
        return git(root, "log", "--all", "--format=%B").contains(text)
                || git(root, "for-each-ref", "--format=%(refname:short)").contains(text);
    }

    /** Whether the remote has a branch. */
    boolean hasPushed(String branch) throws IOException {
        return Files.exists(remote)
                && git(remote, "for-each-ref", "--format=%(refname:short)")
                        .lines()
                        .anyMatch(branch::equals);
    }

    private static String git(Path folder, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        builder.environment()
                .putAll(Map.of(
                        "GIT_CONFIG_GLOBAL",
                                folder.getFileSystem().getSeparator().equals("/") ? "/dev/null" : "NUL",
                        "GIT_CONFIG_NOSYSTEM", "1",
                        "GIT_TERMINAL_PROMPT", "0",
                        "GIT_AUTHOR_NAME", "Stranger",
                        "GIT_AUTHOR_EMAIL", "stranger@example.org",
                        "GIT_COMMITTER_NAME", "Stranger",
                        "GIT_COMMITTER_EMAIL", "stranger@example.org",
                        "LC_ALL", "C"));
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!hasEnded(process)) {
            throw new IOException("git " + arguments[0] + " failed: " + output.strip());
        }
        return output;
    }

    private static boolean hasEnded(Process process) {
        try {
            return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
