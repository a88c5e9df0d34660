package dev.intellibrix.mcp;

/** A program that uses a server and ends, for tests of what is left of both. */
final class ClientProgram {

    private ClientProgram() {}

    public static void main(String[] arguments) {
        boolean isUrl = arguments[1].startsWith("http");
        McpTools tools = isUrl
                ? McpTools.http(arguments[1])
                : McpTools.builder("srv")
                        .stdio(java.util.Arrays.copyOfRange(arguments, 1, arguments.length))
                        .connectTimeout(java.time.Duration.ofSeconds(60))
                        .connect();
        new Runs(tools).call(tools.tools().get(0).name(), "x");
        switch (arguments[0]) {
            case "close" -> tools.close();
            case "exit" -> System.exit(7);
            default -> {} // Leaves it open.
        }
    }
}
