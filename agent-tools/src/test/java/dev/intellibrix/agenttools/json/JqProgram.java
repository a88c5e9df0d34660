package dev.intellibrix.agenttools.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/** The program {@code jq} of the machine. */
final class JqProgram {

    private final Path folder;

    private JqProgram(Path folder) {
        this.folder = folder;
    }

    /** Skips the test where there is none. */
    static JqProgram in(Path folder) {
        JqProgram jq = new JqProgram(folder);
        try {
            jq.ask(".", "1");
        } catch (IOException e) {
            throw new TestAbortedException("skipped: jq is not installed", e);
        }
        return jq;
    }

    Queries.Answer ask(String program, String document) throws IOException {
        Path in = Files.writeString(folder.resolve("in"), document, UTF_8);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder("jq", "-c", program)
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                throw new AssertionError("jq does not end: " + program + " over " + document);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
        // jq 1.6 gives a place and, of a value that is no string, a note.
        String error =
                Files.readString(err, UTF_8).replaceFirst("^jq: error \\(at [^)]*\\)( \\(not a string\\))?: ?", "");
        return new Queries.Answer(Files.readString(out, UTF_8).stripTrailing(), error.stripTrailing());
    }
}
