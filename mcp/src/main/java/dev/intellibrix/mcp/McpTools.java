package dev.intellibrix.mcp;

import dev.intellibrix.mcp.client.RemoteServer;
import dev.intellibrix.mcp.client.ServerAddress;
import dev.intellibrix.mcp.client.ServerFailure;
import dev.intellibrix.mcp.client.ServerSettings;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a server of the Model Context Protocol. The server is not trusted:
 *
 * <ul>
 *   <li>A tool is called {@code SERVER__tool}, so that it cannot take the place of another one. Names without a double
 *       underscore are never a server's.
 *   <li>Every call needs approval, unless the developer has named its tool as {@link Builder#free free}. Nothing that the server
 *       says of a tool changes that, but that a tool may destroy something, which makes it ask again.
 *   <li>A free tool whose definition is not the one that was first seen asks again, for as long as this lives.
 *   <li>Results, descriptions and schemas are untrusted, and so is every run that offers the tools, from its start.
 *   <li>What the server sends is bounded. A tool that cannot be offered as it stands is {@linkplain #leftOut left out}.
 * </ul>
 *
 * <p>The list of tools is read again before each run. A connection that broke is opened again when it is needed; a call that may
 * have reached the server is never made twice. Close this when it is not needed any more: a server that was started ends with
 * it, and in any case with the JVM. Thread-safe; many runs share it.
 *
 * <pre>{@code
 * try (McpTools files = McpTools.builder("files")
 *         .stdio("npx", "-y", "@modelcontextprotocol/server-filesystem", folder.toString())
 *         .free("read_text_file", "list_directory")
 *         .connect()) {
 *     new Intelligence(IntelligenceOptions.builder()....tools(files).build()).ask("What is in the folder?");
 * }
 * }</pre>
 */
public final class McpTools implements ToolProvider, AutoCloseable {

    private final RemoteServer server;

    private McpTools(RemoteServer server) {
        this.server = server;
    }

    /**
     * Starts a server that is a program, and talks to it over its standard streams. It is named after the program; give it a
     * name of its own with {@link #builder} where there is more than one.
     *
     * @param command the program, by its bare name or an absolute path, and its arguments
     * @throws McpException when it cannot be started, or is no such server
     */
    public static McpTools stdio(String... command) {
        String program = command.length == 0 ? "" : command[0];
        return builder(nameFrom(program.substring(program.replace('\\', '/').lastIndexOf('/') + 1)))
                .stdio(command)
                .connect();
    }

    /**
     * Connects to a server over streamable HTTP. It is named after the host; give it a name of its own with {@link #builder}
     * where there is more than one.
     *
     * @param url of https, or of http on this machine
     * @throws McpException when it cannot be reached, or is no such server
     */
    public static McpTools http(String url) {
        String host = ServerAddress.Url.of(url, false, Map::of).url().host();
        return builder(nameFrom(host)).http(url).connect();
    }

    private static String nameFrom(String text) {
        String plain =
                text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]+", "_").replaceAll("^_+|_+$", "");
        return plain.isEmpty()
                ? "mcp"
                : plain.substring(0, Math.min(32, plain.length())).replaceAll("_+$", "");
    }

    /**
     * Starts the description of a server.
     *
     * @param name what its tools' names begin with: 1 to 32 letters, digits, dashes and underscores, without a double underscore
     *     and not ending with one; each server of an agent has another one
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** What the names of the tools begin with. */
    public String name() {
        return server.settings().name();
    }

    /**
     * The tools that the server has now. Where it cannot be asked they are those of the last time, and all of them need approval.
     *
     * @throws IllegalStateException after {@link #close}
     */
    @Override
    public List<Tool> tools() {
        return server.tools();
    }

    /**
     * A fingerprint of each tool's definition, by the server's own name of it, as of the last look. Kept and given to {@link
     * Builder#seen} the next time, they tell a change over the end of the process.
     */
    public Map<String, String> fingerprints() {
        return Map.copyOf(server.fingerprints());
    }

    /** Tools of the server that are not offered, by its own names of them, with the reason; at most 100. */
    public Map<String, String> leftOut() {
        return Map.copyOf(server.leftOut());
    }

    /** Ends the connection; a server that was started is ended with all that it started. Takes a few seconds at most. */
    @Override
    public void close() {
        server.close();
    }

    @Override
    public String toString() {
        return "McpTools[" + name() + "]";
    }

    /** Collects what there is to say about a server. Not thread-safe. */
    public static final class Builder {

        private static final Set<String> OWN_HEADERS =
                Set.of("accept", "content-type", "host", "mcp-session-id", "mcp-protocol-version");

        private final String name;
        private @Nullable List<String> command;
        private @Nullable String url;
        private Path directory = Path.of("").toAbsolutePath();
        private final Map<String, String> environment = new TreeMap<>();
        private final Set<String> passed = new LinkedHashSet<>();
        private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        private @Nullable Supplier<String> bearerToken;
        private boolean allowPlainHttp;
        private final Set<String> free = new LinkedHashSet<>();
        private final Set<String> only = new LinkedHashSet<>();
        private ToolCategory category = ToolCategory.NETWORK;
        private final Map<String, ToolCategory> categories = new HashMap<>();
        private Map<String, String> seen = Map.of();
        private Duration connectTimeout = Duration.ofSeconds(30);
        private Duration timeout = Duration.ofMinutes(1);
        private int maxTools = 128;
        private int maxMessageBytes = 8_000_000;

        private Builder(String name) {
            this.name = Objects.requireNonNull(name, "name");
        }

        /** The server is a program: its bare name or absolute path, and its arguments. */
        public Builder stdio(String... program) {
            this.command = List.of(program);
            return this;
        }

        /** The server is behind a URL, of https or of http on this machine; over streamable HTTP. */
        public Builder http(String address) {
            this.url = Objects.requireNonNull(address, "address");
            return this;
        }

        /** The working directory of a program; that of this process when not given. */
        public Builder directory(Path folder) {
            this.directory = folder.toAbsolutePath();
            return this;
        }

        /** A variable for a program. It gets no other ones but these, and the usual ones that are no secrets. */
        public Builder environment(String variable, String value) {
            environment.put(Objects.requireNonNull(variable, "variable"), Objects.requireNonNull(value, "value"));
            return this;
        }

        /** Variables of this process that a program gets as well. */
        public Builder passEnvironment(String... variables) {
            passed.addAll(Arrays.asList(variables));
            return this;
        }

        /**
         * A header of each request.
         *
         * @throws IllegalArgumentException for one that the protocol uses itself
         */
        public Builder header(String header, String value) {
            if (OWN_HEADERS.contains(header.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("header must not be one of " + OWN_HEADERS + ", but is " + header);
            }
            if (header.isEmpty() || !isPlain(header) || !isPlain(value)) {
                throw new IllegalArgumentException("header must be of printable ASCII, and so must be its value");
            }
            headers.put(header, value);
            return this;
        }

        /**
         * A bearer token, asked for with each request, so that it can be renewed. A request for which there is none, null or
         * blank, is not sent. It goes before a header of the name {@code Authorization}.
         */
        public Builder bearerToken(Supplier<String> token) {
            this.bearerToken = Objects.requireNonNull(token, "token");
            return this;
        }

        /** Whether http, without encryption, is taken for a host other than this machine; not when not given. */
        public Builder allowPlainHttp(boolean allowed) {
            this.allowPlainHttp = allowed;
            return this;
        }

        /**
         * Tools that need no approval, by the server's own names. A tool whose definition changes, and one of which the server
         * says that it may destroy something, asks all the same. Permissions, rules and the trust policy of an agent can still
         * ask.
         */
        public Builder free(String... tools) {
            free.addAll(Arrays.asList(tools));
            return this;
        }

        /** The only tools that are offered, by the server's own names; all when not given. */
        public Builder only(String... tools) {
            only.addAll(Arrays.asList(tools));
            return this;
        }

        /** The category of the tools; {@link ToolCategory#NETWORK} when not given, whatever the server says of them. */
        public Builder category(ToolCategory kind) {
            this.category = Objects.requireNonNull(kind, "kind");
            return this;
        }

        /** The category of one tool, by the server's own name. */
        public Builder category(String tool, ToolCategory kind) {
            categories.put(Objects.requireNonNull(tool, "tool"), Objects.requireNonNull(kind, "kind"));
            return this;
        }

        /** {@link McpTools#fingerprints} of an earlier time: what is not as it was then asks. */
        public Builder seen(Map<String, String> fingerprints) {
            this.seen = Map.copyOf(fingerprints);
            return this;
        }

        /** How long it may take to connect, and to read the list of tools; 30 seconds when not given. */
        public Builder connectTimeout(Duration duration) {
            this.connectTimeout = positive(duration);
            return this;
        }

        /** How long a call may take; a minute when not given. The server is told when nobody waits any more. */
        public Builder timeout(Duration duration) {
            this.timeout = positive(duration);
            return this;
        }

        /** How many tools are offered, 1 to 1,000; 128 when not given. */
        public Builder maxTools(int number) {
            if (number < 1 || number > 1000) {
                throw new IllegalArgumentException("number must be from 1 to 1,000, but is " + number);
            }
            this.maxTools = number;
            return this;
        }

        /** How large a message of the server may be, 10,000 to 100,000,000 bytes; 8,000,000 when not given. */
        public Builder maxMessageBytes(int bytes) {
            if (bytes < 10_000 || bytes > 100_000_000) {
                throw new IllegalArgumentException("bytes must be from 10,000 to 100,000,000, but is " + bytes);
            }
            this.maxMessageBytes = bytes;
            return this;
        }

        /**
         * Connects to the server and reads its list of tools.
         *
         * @throws IllegalStateException when it is not said what the server is, or it is said twice
         * @throws IllegalArgumentException when the name, the command or the URL cannot be used
         * @throws McpException when the server cannot be started, reached or understood; also when this thread is interrupted
         */
        public McpTools connect() {
            ServerSettings settings = new ServerSettings(
                    name, free, only, category, categories, seen, connectTimeout, timeout, maxTools, maxMessageBytes);
            ServerAddress address = address();
            try {
                return new McpTools(address.connect(settings));
            } catch (ServerFailure e) {
                throw new McpException("the MCP server " + name + " " + e.getMessage(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new McpException("the connection to the MCP server " + name + " was interrupted", e);
            }
        }

        private ServerAddress address() {
            List<String> program = command;
            String address = url;
            if (program != null && address == null) {
                return new ServerAddress.Program(program, directory, passed, environment);
            }
            if (address != null && program == null) {
                return ServerAddress.Url.of(address, allowPlainHttp, headers());
            }
            throw new IllegalStateException("either stdio or http must say where the server is");
        }

        private Supplier<Map<String, String>> headers() {
            Map<String, String> fixed = Map.copyOf(headers);
            Supplier<String> token = bearerToken;
            if (token == null) {
                return () -> fixed;
            }
            return () -> {
                String given = token.get();
                if (given == null || given.isBlank()) {
                    throw new IllegalStateException("there is no bearer token");
                }
                Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
                all.putAll(fixed);
                all.put("Authorization", "Bearer " + given);
                return all;
            };
        }

        private static boolean isPlain(String text) {
            return text.chars().allMatch(c -> c >= ' ' && c <= '~');
        }

        private static Duration positive(Duration duration) {
            if (duration.compareTo(Duration.ofMillis(1)) < 0 || duration.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException("duration must be from 1 ms to a day, but is " + duration);
            }
            return duration;
        }
    }
}
