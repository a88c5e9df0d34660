package dev.intellibrix.agenttools.json;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** jq 1.8 as the npm package {@code jq-wasm}, installed into a folder and asked over a pipe. */
final class JqPeer implements AutoCloseable {

    private static final String PACKAGE = "jq-wasm@3.0.0-jq-1.8.2";
    private static final Pattern NONE = Pattern.compile("jq: \\d+ compile errors?$");

    /** What stands before the text of an error. */
    private static final Pattern PLACE = Pattern.compile("^jq: error \\(at [^)]*\\)( \\(not a string\\))?: ?");

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static final String SCRIPT = """
        const jq = require('jq-wasm');
        const lines = require('readline').createInterface({ input: process.stdin });
        (async () => {
          for await (const line of lines) {
            const [program, input] = JSON.parse(line);
            let answer;
            try { answer = await jq.raw(input, program, ['-c']); }
            catch (e) { answer = { stdout: '', stderr: String(e.message) + '\\n' }; }
            console.log(JSON.stringify([answer.stdout.replace(/\\n$/, ''), answer.stderr.replace(/\\n$/, '')]));
          }
        })();
        """;

    private final Process process;
    private final BufferedWriter questions;
    private final BufferedReader answers;

    private JqPeer(Process process) {
        this.process = process;
        this.questions = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Installs and starts it; skips the test where npm is missing or can not install. */
    static JqPeer start(Path folder) throws IOException, InterruptedException {
        install(folder);
        Path script = Files.writeString(folder.resolve("peer.js"), SCRIPT);
        return new JqPeer(new ProcessBuilder("node", script.toString())
                .directory(folder.toFile())
                .redirectError(folder.resolve("node.log").toFile())
                .start());
    }

    Queries.Answer ask(String program, String document) throws IOException {
        questions.write(MAPPER.writeValueAsString(List.of(program, document)));
        questions.newLine();
        questions.flush();
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("jq ended at " + program + " over " + document);
        }
        JsonNode answer = MAPPER.readTree(line);
        String error = answer.get(1).asString();
        boolean compiled = !NONE.matcher(error).find();
        return new Queries.Answer(
                answer.get(0).asString(), compiled ? PLACE.matcher(error).replaceFirst("") : Queries.NO_PROGRAM);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static void install(Path folder) throws IOException, InterruptedException {
        Path log = folder.resolve("npm.log");
        Process npm;
        try {
            npm = new ProcessBuilder(
                            "npm", "install", "--prefix", ".", "--no-audit", "--no-fund", "--ignore-scripts", PACKAGE)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            throw new TestAbortedException("skipped: npm is not installed", e);
        }
        boolean ended = npm.waitFor(4, TimeUnit.MINUTES);
        if (!ended || npm.exitValue() != 0) {
            npm.destroyForcibly();
            throw new TestAbortedException(
                    "skipped: npm could not install " + PACKAGE + ": " + Files.readString(log, StandardCharsets.UTF_8));
        }
    }
}
