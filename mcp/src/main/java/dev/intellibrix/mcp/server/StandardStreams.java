package dev.intellibrix.mcp.server;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The standard streams of this process as the way to a client. */
public final class StandardStreams {

    private StandardStreams() {}

    /**
     * Serves over standard input and output until the client closes the input. What the program prints meanwhile goes to
     * standard error, so that nothing comes between the messages.
     *
     * @throws IOException when a stream is broken
     */
    public static void serve(ServerSettings settings, ServedTools tools) throws IOException {
        // By their descriptors: whatever has been put in the place of the streams is for what is printed, not for
        // messages.
        FileInputStream in = new FileInputStream(FileDescriptor.in);
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        StreamServer.serve(settings, tools, in, out);
    }
}
