package dev.intellibrix.provider.openai;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/** The npm package {@code @dwmkerr/mock-llm}, installed into a folder and started on loopback. */
final class MockLlmProcess implements AutoCloseable {

    private static final String PACKAGE = "@dwmkerr/mock-llm@0.1.29";

    private final Process process;
    private final int port;

    private MockLlmProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Installs and starts the server with this configuration; skips the test where npm is missing or can not install. */
    static MockLlmProcess start(Path folder, String config) throws IOException, InterruptedException {
        install(folder);
        Path file = Files.writeString(folder.resolve("rules.json"), config);
        int port = freePort();
        ProcessBuilder builder = new ProcessBuilder(
                        "node", "node_modules/@dwmkerr/mock-llm/dist/main.js", "--config", file.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("HOST", "127.0.0.1");
        builder.environment().put("PORT", String.valueOf(port));
        Process process = builder.start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder said = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.append(line).append('\n');
            if (line.contains("server running on")) {
                drain(output);
                return new MockLlmProcess(process, port);
            }
        }
        throw new IOException("mock-llm did not start: " + said);
    }

    String baseUrl(String prefix) {
        return "http://127.0.0.1:" + port + prefix + "/v1";
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

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Reads on, so that the server never blocks on its output. */
    private static void drain(BufferedReader output) {
        Thread thread = new Thread(() -> output.lines().forEach(line -> {}), "mock-llm-output");
        thread.setDaemon(true);
        thread.start();
    }
}
