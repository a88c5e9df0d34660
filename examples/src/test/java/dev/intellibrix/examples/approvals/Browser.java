package dev.intellibrix.examples.approvals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless Chromium with one page, driven by its DevTools protocol. */
final class Browser implements AutoCloseable {

    static final Path CHROMIUM = Path.of("/usr/bin/chromium");

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Process process;
    private final WebSocket socket;
    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private int lastId;

    Browser(Path profile) throws Exception {
        process = new ProcessBuilder(List.of(
                        CHROMIUM.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            URI endpoint = URI.create(devTools(process));
            HttpClient client = HttpClient.newHttpClient();
            socket = client.newWebSocketBuilder()
                    .buildAsync(URI.create(pageOf(client, endpoint)), new Listener())
                    .get(60, TimeUnit.SECONDS);
            call("Page.enable", Map.of());
        } catch (Exception e) {
            kill();
            throw e;
        }
    }

    /** Opens an address and waits until it is there. */
    void open(String address) throws Exception {
        call("Page.navigate", Map.of("url", address));
        waitForLoad();
    }

    /** Does something that leads to another page, and waits until that is there. */
    void leave(String script) throws Exception {
        evaluate(script);
        waitForLoad();
    }

    /** The value of an expression on the page. */
    JsonNode evaluate(String script) throws Exception {
        return call("Runtime.evaluate", Map.of("expression", script, "returnByValue", true))
                .path("result")
                .path("value");
    }

    String text() throws Exception {
        return evaluate("document.body.innerText").stringValue("");
    }

    @Override
    public void close() {
        socket.abort();
        kill();
    }

    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    private JsonNode call(String method, Map<String, ?> parameters) throws Exception {
        int id = ++lastId;
        socket.sendText(JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
                .get(60, TimeUnit.SECONDS);
        JsonNode message = next();
        while (message.path("id").intValue(0) != id) {
            if (message.path("method").stringValue("").equals("Page.loadEventFired")) {
                loads++;
            }
            message = next();
        }
        if (message.has("error")) {
            throw new IOException(message.toString());
        }
        return message.path("result");
    }

    private int loads;

    private void waitForLoad() throws Exception {
        while (loads == 0) {
            if (next().path("method").stringValue("").equals("Page.loadEventFired")) {
                loads++;
            }
        }
        loads--;
    }

    private JsonNode next() throws Exception {
        JsonNode message = messages.poll(60, TimeUnit.SECONDS);
        if (message == null) {
            throw new IOException("the browser says nothing");
        }
        return message;
    }

    private static String devTools(Process process) throws IOException {
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        String line;
        while ((line = said.readLine()) != null) {
            if (line.startsWith("DevTools listening on ")) {
                Thread rest = new Thread(() -> said.lines().forEach(ignored -> {}));
                rest.setDaemon(true);
                rest.start();
                return line.substring("DevTools listening on ".length());
            }
        }
        throw new IOException("the browser did not start");
    }

    private static String pageOf(HttpClient client, URI endpoint) throws Exception {
        URI list = URI.create("http://127.0.0.1:" + endpoint.getPort() + "/json/list");
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString());
        for (JsonNode target : JSON.readTree(response.body())) {
            if (target.path("type").stringValue("").equals("page")) {
                return target.path("webSocketDebuggerUrl").stringValue("");
            }
        }
        throw new IOException("the browser has no page: " + response.body());
    }

    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                messages.add(JSON.readTree(text.toString()));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
