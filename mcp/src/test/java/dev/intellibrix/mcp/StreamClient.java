package dev.intellibrix.mcp;

import dev.intellibrix.internal.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A client of a server over two pipes, which says exactly what a test wants it to say. */
final class StreamClient implements AutoCloseable {

    private static final long SECONDS = 60;

    private final OutputStream toServer;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Deque<JsonNode> passedOver = new ArrayDeque<>();
    private final Thread serving;
    private int lastId;

    private StreamClient(ServeMcp server, UnaryOperator<OutputStream> fromServer) throws IOException {
        Pipe there = Pipe.open();
        Pipe back = Pipe.open();
        toServer = Channels.newOutputStream(there.sink());
        serving = new Thread(() -> {
            try (OutputStream out = fromServer.apply(Channels.newOutputStream(back.sink()))) {
                server.serve(Channels.newInputStream(there.source()), out);
            } catch (IOException e) {
                lines.add("{\"broken\":true}");
            }
        });
        serving.setDaemon(true);
        serving.start();
        Thread reading = new Thread(() -> read(back));
        reading.setDaemon(true);
        reading.start();
    }

    static StreamClient of(ServeMcp server) throws IOException {
        return new StreamClient(server, out -> out);
    }

    /** A client that is through with the initialization. */
    static StreamClient ready(ServeMcp server) throws Exception {
        return ready(server, "{}");
    }

    static StreamClient ready(ServeMcp server, String capabilities) throws Exception {
        return ready(server, capabilities, out -> out);
    }

    /** A client of a server that writes to it through a stream of the test's own. */
    static StreamClient ready(ServeMcp server, String capabilities, UnaryOperator<OutputStream> fromServer)
            throws Exception {
        StreamClient client = new StreamClient(server, fromServer);
        client.request("initialize", initialize(capabilities));
        client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return client;
    }

    static String initialize(String capabilities) {
        return "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + capabilities
                + ",\"clientInfo\":{\"name\":\"tester\",\"version\":\"7\"}}";
    }

    private void read(Pipe back) {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(Channels.newInputStream(back.source()), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add("{\"broken\":true}");
        }
    }

    void send(String line) throws IOException {
        send((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    void send(byte[] bytes) throws IOException {
        toServer.write(bytes);
        toServer.flush();
    }

    /** Sends a request without waiting. */
    int begin(String method, String params) throws IOException {
        lastId++;
        send("{\"jsonrpc\":\"2.0\",\"id\":" + lastId + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
        return lastId;
    }

    /** Sends a request and waits for its answer. */
    JsonNode request(String method, String params) throws Exception {
        return answer(begin(method, params));
    }

    JsonNode call(String tool, String arguments) throws Exception {
        return request("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
    }

    int beginCall(String tool, String arguments) throws Exception {
        return begin("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
    }

    JsonNode answer(int id) throws Exception {
        return next(message -> message.path("id").isInt() && message.path("id").intValue() == id);
    }

    /** A message of this method. */
    JsonNode next(String method) throws Exception {
        return next(message -> message.path("method").asString("").equals(method));
    }

    /** The next message, whatever it is. */
    JsonNode next() throws Exception {
        return next(message -> true);
    }

    private JsonNode next(Predicate<JsonNode> wanted) throws Exception {
        for (JsonNode each : passedOver) {
            if (wanted.test(each)) {
                passedOver.remove(each);
                return each;
            }
        }
        while (true) {
            String line = lines.poll(SECONDS, TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("no such message came; there were " + passedOver);
            }
            JsonNode message = Json.parse(line);
            if (wanted.test(message)) {
                return message;
            }
            passedOver.add(message);
        }
    }

    /** What came and nobody asked for. */
    @Nullable String unread() {
        return passedOver.isEmpty() && lines.isEmpty() ? null : passedOver + " " + lines;
    }

    /** Ends the client's stream and waits for the server's end. */
    @Override
    public void close() throws IOException {
        toServer.close();
        try {
            serving.join(TimeUnit.SECONDS.toMillis(SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (serving.isAlive()) {
            throw new AssertionError("the server goes on after the end of its input");
        }
    }
}
