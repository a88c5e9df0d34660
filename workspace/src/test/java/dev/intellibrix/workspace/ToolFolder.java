package dev.intellibrix.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A workspace in a temporary folder, with a folder beside it that nothing may reach. */
record ToolFolder(Path root, Path outside) {

    static ToolFolder in(Path base) throws IOException {
        Path real = base.toRealPath();
        ToolFolder folder = new ToolFolder(
                Files.createDirectories(real.resolve("root")), Files.createDirectories(real.resolve("outside")));
        Files.writeString(folder.outside.resolve("s.txt"), "SECRET\n");
        return folder;
    }

    Path file(String name, String content) throws IOException {
        return file(name, content.getBytes(UTF_8));
    }

    Path file(String name, byte[] content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }

    Path link(String name, String target) throws IOException {
        return Files.createSymbolicLink(root.resolve(name), Path.of(target));
    }

    String content(String name) throws IOException {
        return Files.readString(root.resolve(name));
    }

    /** All files and links below the root, sorted; empty folders are left out. */
    List<String> files() throws IOException {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .map(path -> root.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    /** Whether the folder outside is as it was. */
    boolean outsideIsUntouched() throws IOException {
        try (Stream<Path> list = Files.list(outside)) {
            return list.toList().equals(List.of(outside.resolve("s.txt")))
                    && Files.readString(outside.resolve("s.txt")).equals("SECRET\n");
        }
    }
}
