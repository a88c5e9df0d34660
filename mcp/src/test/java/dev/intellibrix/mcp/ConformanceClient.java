package dev.intellibrix.mcp;

import java.util.Map;

/** The client that the protocol's conformance suite tests: it connects, and calls what there is to call. */
final class ConformanceClient {

    private ConformanceClient() {}

    public static void main(String[] arguments) {
        try (McpTools tools =
                McpTools.builder("suite").http(arguments[arguments.length - 1]).connect()) {
            Runs runs = new Runs(tools);
            tools.tools()
                    .forEach(tool -> runs.run(
                            tool.name(), tool.name().equals("suite__add_numbers") ? Map.of("a", 5, "b", 3) : Map.of()));
        }
    }
}
