package dev.intellibrix.mcp;

import dev.intellibrix.tool.Tool;

/** A program that serves over its standard streams, or over HTTP until it reads a line; a tool of it prints. */
public final class StdioProgram {

    private StdioProgram() {}

    record Nothing() {}

    static ServeMcp server() {
        Tool chatty = Tool.define("chatty", Nothing.class).description("Prints").execute((input, context) -> {
            System.out.println("printed by a tool");
            return "done";
        });
        return ServeMcp.builder(chatty).build();
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 0 || !args[0].equals("quiet")) {
            System.out.println("printed before");
        }
        if (args.length > 0 && args[0].equals("http")) {
            try (McpEndpoint endpoint = server().http(0)) {
                System.out.println(endpoint.port());
                if (System.in.read() < 0) {
                    return;
                }
            }
        } else {
            server().stdio();
        }
    }
}
