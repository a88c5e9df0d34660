package dev.intellibrix.internal.net;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on loopback that answers with whatever bytes a test likes, and keeps what it was asked. */
final class RawServer implements AutoCloseable {

    /** Answers one request; what it does not finish ends with the connection. */
    interface Handler {
        void answer(String path, OutputStream out) throws Exception;
    }

    private final ServerSocket server;
    private final Handler handler;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    RawServer(Handler handler) {
        this.handler = handler;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** An answer with a body and these headers, each ended by CRLF. */
    static byte[] answer(String status, String headers, byte[] body) {
        byte[] head = ascii("HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: " + body.length
                + "\r\nConnection: close\r\n\r\n");
        byte[] all = new byte[head.length + body.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }

    static byte[] answer(String status, String headers, String body) {
        return answer(status, headers, body.getBytes(StandardCharsets.UTF_8));
    }

    int port() {
        return server.getLocalPort();
    }

    /** The heads of all requests, as they came. */
    List<String> requests() {
        return requests;
    }

    private void accept() {
        while (true) {
            try {
                Socket socket = server.accept();
                open.add(socket);
                daemon(() -> serve(socket));
            } catch (IOException e) {
                return; // Closed.
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            StringBuilder head = new StringBuilder();
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                head.append(line).append('\n');
            }
            if (head.length() > 0) {
                skipBody(head.toString(), in);
                requests.add(head.toString());
                handler.answer(head.toString().split(" ", 3)[1], socket.getOutputStream());
                socket.shutdownOutput();
            }
        } catch (Exception e) {
            // The client is gone, or the test is over.
        }
    }

    /** What is left unread when a connection is closed can cost the client the answer. */
    private static void skipBody(String head, BufferedReader in) throws IOException {
        for (String line : head.split("\n", -1)) {
            if (line.startsWith("Content-Length: ")) {
                for (long left = Long.parseLong(line.substring(16)); left > 0; left--) {
                    in.read();
                }
            }
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
