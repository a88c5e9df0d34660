package dev.intellibrix.mcp;

import dev.intellibrix.internal.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** HTTP over a plain socket, so that a test can send what no proper client does. */
final class RawHttp implements AutoCloseable {

    private static final int SECONDS_60 = 60_000;

    private final Socket socket;
    private final InputStream in;
    private final List<String> head = new ArrayList<>();
    private boolean isChunked;
    private int length = -1;

    private RawHttp(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(SECONDS_60);
        socket.setTcpNoDelay(true);
        in = new java.io.BufferedInputStream(socket.getInputStream());
    }

    /** An answer that was read whole. */
    record Answer(int status, List<String> head, String body) {

        String header(String name) {
            String prefix = name.toLowerCase(Locale.ROOT) + ":";
            return head.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
                    .map(line -> line.substring(prefix.length()).strip())
                    .findFirst()
                    .orElse("");
        }

        JsonNode json() throws Exception {
            return Json.parse(body);
        }
    }

    static RawHttp connect(int port) throws IOException {
        return new RawHttp(port);
    }

    /** Sends one request and reads the whole answer. */
    static Answer send(int port, String method, String path, String body, String... headers) throws IOException {
        try (RawHttp http = connect(port)) {
            http.write(request(port, method, path, body, headers));
            return http.answer();
        }
    }

    /** A POST of a message with all that belongs to it; a header that is given takes the place of the usual one. */
    static Answer post(int port, String body, String... headers) throws IOException {
        return send(port, "POST", "/mcp", body, headers);
    }

    static String request(int port, String method, String path, String body, String... headers) {
        StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        List<String> all = new ArrayList<>(List.of(headers));
        for (String usual : List.of(
                "Host: 127.0.0.1:" + port,
                "Content-Type: application/json",
                "Accept: application/json, text/event-stream",
                "Connection: close",
                "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length)) {
            String name = usual.substring(0, usual.indexOf(':') + 1).toLowerCase(Locale.ROOT);
            if (all.stream().noneMatch(each -> each.toLowerCase(Locale.ROOT).startsWith(name))) {
                all.add(usual);
            }
        }
        all.stream()
                .filter(each -> !each.endsWith(": -"))
                .forEach(each -> text.append(each).append("\r\n"));
        return text.append("\r\n").append(body).toString();
    }

    void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** Whether something has come, or the connection was ended with an answer. */
    boolean isAnswered() throws IOException {
        return in.available() > 0;
    }

    Answer answer() throws IOException {
        int status = status();
        return new Answer(status, head, body());
    }

    /** Reads the status and the headers. */
    int status() throws IOException {
        String first = line();
        for (String line = line(); !line.isEmpty(); line = line()) {
            head.add(line);
            String lower = line.toLowerCase(Locale.ROOT);
            isChunked |= lower.equals("transfer-encoding: chunked");
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(
                        lower.substring("content-length:".length()).strip());
            }
        }
        return Integer.parseInt(first.split(" ", 3)[1]);
    }

    /** The data of the next event of a stream; null at its end. */
    JsonNode event() throws Exception {
        StringBuilder event = new StringBuilder();
        while (event.indexOf("\n\n") < 0) {
            String chunk = chunk();
            if (chunk.isEmpty()) {
                return null;
            }
            event.append(chunk);
        }
        int at = event.lastIndexOf("\ndata: ");
        return at < 0 ? event() : Json.parse(event.substring(at + 7, event.lastIndexOf("\n\n")));
    }

    /** Whether the other side has closed the connection, once there is something to read or nothing more. */
    boolean isClosed() throws IOException {
        try {
            return in.read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private String body() throws IOException {
        if (!isChunked) {
            return new String(length < 0 ? in.readAllBytes() : in.readNBytes(length), StandardCharsets.UTF_8);
        }
        StringBuilder all = new StringBuilder();
        for (String chunk = chunk(); !chunk.isEmpty(); chunk = chunk()) {
            all.append(chunk);
        }
        return all.toString();
    }

    /** The next piece of a stream; empty at its end. */
    String chunk() throws IOException {
        int size = Integer.parseInt(line().strip(), 16);
        String chunk = new String(in.readNBytes(size), StandardCharsets.UTF_8);
        line();
        return chunk;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the connection was closed");
            }
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
