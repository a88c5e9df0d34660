package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A folder with files in it, which git can be asked about; git sees no configuration but that of its repositories. */
final class GitTree {

    private final Path root;

    GitTree(Path root) {
        this.root = root;
    }

    Path root() {
        return root;
    }

    /** Writes a file, with its folders; the content is one byte a character. */
    GitTree file(String path, String content) {
        try {
            Path file = root.resolve(path);
            Files.createDirectories(file.getParent());
            Files.write(file, content.getBytes(StandardCharsets.ISO_8859_1));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes empty files. */
    GitTree files(String... paths) {
        for (String path : paths) {
            file(path, "");
        }
        return this;
    }

    /** Runs git in the root, or in a folder below it, and gives its output. */
    String git(String folder, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git", "-c", "core.quotePath=false"));
        command.addAll(Arrays.asList(arguments));
        try {
            Path errors = Files.createTempFile("git", ".err");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(root.resolve(folder).toFile())
                    .redirectError(errors.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("GIT_") || name.startsWith("XDG_"));
            builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
            builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
            builder.environment().put("HOME", "/nonexistent");
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(() -> read(errors)).isZero();
            Files.delete(errors);
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    GitTree init() {
        git("", "init", "-q");
        return this;
    }

    /** The files that git would not ignore, in git's order, relative to the folder. */
    List<String> gitFiles(String folder, String... pathspecs) {
        List<String> arguments = new ArrayList<>(List.of("ls-files", "-co", "--exclude-standard", "-z", "--"));
        arguments.addAll(Arrays.asList(pathspecs));
        String output = git(folder, arguments.toArray(new String[0]));
        return output.isEmpty() ? List.of() : List.of(output.split("\0"));
    }
}
