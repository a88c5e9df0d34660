package dev.intellibrix.examples.mcpserver;

import dev.intellibrix.mcp.McpEndpoint;
import dev.intellibrix.mcp.McpHttpOptions;
import dev.intellibrix.mcp.ServeMcp;
import dev.intellibrix.workspace.WorkspaceTools;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Serves the files of a folder to an MCP client. What writes is asked about first: the client shows its user the whole call, by a
 * form; a client that can not do that may read only.
 *
 * <pre>
 * examples/bin/mcp-server --root DIR               over standard input and output, as a client starts it
 * examples/bin/mcp-server --root DIR --http PORT   over HTTP, to this machine only; the token is MCP_TOKEN, or a new one that is shown
 * </pre>
 */
public final class McpServer {

    private static final String USAGE = "usage: mcp-server --root DIR [--http PORT]";

    private McpServer() {}

    /** Serves until the client closes standard input, or, over HTTP, until the process is ended. */
    public static void main(String[] args) throws Exception {
        boolean isHttp = args.length == 4 && args[2].equals("--http") && args[3].matches("\\d{1,5}");
        if (!(isHttp || args.length == 2) || !args[0].equals("--root")) {
            System.err.println(USAGE);
            System.exit(2);
        }
        ServeMcp server = ServeMcp.builder(WorkspaceTools.in(Path.of(args[1])))
                .name("workspace")
                .instructions("Files of one folder. Paths are relative to it. Read a file before you change it.")
                .approveByElicitation()
                .build();
        if (isHttp) {
            serve(server, Integer.parseInt(args[3]), System.getenv());
        } else {
            server.stdio();
        }
    }

    private static void serve(ServeMcp server, int port, Map<String, String> environment)
            throws IOException, InterruptedException {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // On a JDK before 21, it answers 40 ms later without.
        String token = environment.getOrDefault("MCP_TOKEN", "");
        if (token.isEmpty()) {
            byte[] random = new byte[24];
            new SecureRandom().nextBytes(random);
            token = HexFormat.of().formatHex(random);
            System.err.println("Authorization: Bearer " + token);
        }
        try (McpEndpoint endpoint =
                server.http(McpHttpOptions.builder().port(port).token(token).build())) {
            System.err.println(endpoint.uri());
            new CountDownLatch(1).await();
        }
    }
}
