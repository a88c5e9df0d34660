package dev.intellibrix.agenttools.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM, with options of its own. */
final class ChildJvm {

    private ChildJvm() {}

    /** The lines that a program writes to the file that it is given, when it has ended well. */
    static List<String> lines(Path folder, Class<?> main, String... options) throws IOException, InterruptedException {
        Path lines = folder.resolve("lines");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName(), lines.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        try {
            assertThat(process.waitFor()).isZero();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(lines);
    }
}
