package dev.intellibrix.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;

/** Writes what came out of a sandbox into a new folder, where nothing is that a name could lead to. */
final class ArtefactFolder {

    private ArtefactFolder() {}

    /**
     * Saves the files.
     *
     * @param folder an existing folder
     * @return the name of the new folder in it
     * @throws SandboxException when they can not be written
     */
    static String save(Path folder, List<SandboxFile> files) {
        try {
            Path target = Files.createTempDirectory(folder, "run-code-");
            for (SandboxFile file : files) {
                Path path = target.resolve(file.path());
                Files.createDirectories(Objects.requireNonNull(path.getParent()));
                Files.write(path, file.bytes(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            }
            return String.valueOf(target.getFileName());
        } catch (IOException e) {
            throw SandboxException.filesLost("the folder for them can not be written", e);
        } catch (InvalidPathException e) {
            throw SandboxException.filesLost("this program's locale has no bytes for a character of a name", e);
        }
    }
}
