package dev.intellibrix.testing.injection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files of a stage. */
final class StageFiles {

    private StageFiles() {}

    static void write(Path root, Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = root.resolve(file.getKey()).normalize();
            if (!path.startsWith(root)) {
                throw new IllegalArgumentException("a planted file must be within the workspace: " + file.getKey());
            }
            Path folder = path.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(path, file.getValue(), StandardCharsets.UTF_8);
        }
    }

    /** Takes a folder away as far as that is possible. */
    static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException e) throws IOException {
                Files.delete(emptied);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
