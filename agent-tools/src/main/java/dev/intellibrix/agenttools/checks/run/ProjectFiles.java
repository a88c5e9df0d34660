package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.Jail;
import dev.intellibrix.workspace.OpenDirectory;
import dev.intellibrix.workspace.OpenFile;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The files of a workspace, as far as checks need them: whatever is wrong with one, it is not there. Thread-safe. */
final class ProjectFiles {

    private static final int MAX_TEXT = 1_000_000;

    private final Jail jail;

    ProjectFiles(Jail jail) {
        this.jail = jail;
    }

    /** The real path of the workspace. */
    Path root() {
        return jail.root();
    }

    /** Whether there is a file; the path is relative to the root, or absolute below it. */
    boolean has(String path) {
        try (OpenFile file = jail.open(path)) {
            return file.attributes().isRegularFile();
        } catch (ToolException | IOException e) {
            return false;
        }
    }

    /** Whether there is a file that can be executed. */
    boolean isProgram(String path) {
        return has(path) && Files.isExecutable(jail.root().resolve(path));
    }

    /** The folder to walk. */
    OpenDirectory top() {
        return jail.openDirectory(".");
    }

    /** The content of a file; empty when there is none or it is larger. */
    Optional<byte[]> read(String path, int maxBytes) {
        try (OpenFile file = jail.open(path)) {
            if (file.attributes().size() > maxBytes) {
                return Optional.empty();
            }
            byte[] bytes = Channels.newInputStream(file.channel()).readNBytes(maxBytes + 1);
            return bytes.length > maxBytes ? Optional.empty() : Optional.of(bytes);
        } catch (ToolException | IOException e) {
            return Optional.empty();
        }
    }

    /** A small text file. */
    Optional<String> text(String path) {
        return read(path, MAX_TEXT).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }
}
