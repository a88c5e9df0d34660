package dev.intellibrix.mcp.client;

import dev.intellibrix.internal.http.HttpClients;
import dev.intellibrix.internal.process.HostEnvironment;
import dev.intellibrix.internal.process.ProcessSpec;
import dev.intellibrix.internal.process.ProgramFinder;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import okhttp3.HttpUrl;

/** Where a server is: a program, or a URL. Immutable. */
public sealed interface ServerAddress {

    /** Connects to the server there. */
    default RemoteServer connect(ServerSettings settings) throws ServerFailure, InterruptedException {
        return RemoteServer.connect(settings, links(settings));
    }

    /** Makes the links to it. */
    private Link.Factory links(ServerSettings settings) {
        return this instanceof Program program ? program.links(settings) : ((Url) this).links(settings);
    }

    /**
     * A program that is started for it.
     *
     * @param command the program, by an absolute path or a bare name, and its arguments
     * @param directory its working directory; absolute
     * @param passed the names of variables that it gets beside the usual ones
     * @param variables what it gets in its environment besides
     */
    record Program(List<String> command, Path directory, Set<String> passed, Map<String, String> variables)
            implements ServerAddress {

        private static final String PATH = "PATH";

        public Program {
            command = List.copyOf(command);
            passed = Set.copyOf(passed);
            variables = Map.copyOf(variables);
            if (command.isEmpty() || command.get(0).isBlank()) {
                throw new IllegalArgumentException("command must name a program");
            }
            if (!ProgramFinder.isBareName(command.get(0)) && !isAbsolute(command.get(0))) {
                throw new IllegalArgumentException("command must begin with the bare name or the absolute path of a"
                        + " program, but begins with \"" + command.get(0) + "\"");
            }
        }

        private static boolean isAbsolute(String program) {
            try {
                return Path.of(program).isAbsolute();
            } catch (InvalidPathException e) {
                return false;
            }
        }

        /** The program is looked for anew with each link, since it may have been updated. */
        private Link.Factory links(ServerSettings settings) {
            return () -> new StdioLink(spec(), settings.maxMessageBytes());
        }

        private ProcessSpec spec() {
            Map<String, String> environment = environment(System.getenv());
            return ProcessSpec.builder(
                            program(environment.getOrDefault(PATH, "")), command.subList(1, command.size()), directory)
                    .environment(environment)
                    .build();
        }

        private Path program(String searchPath) {
            String name = command.get(0);
            return ProgramFinder.isBareName(name)
                    ? ProgramFinder.find(name, searchPath, path -> false)
                            .orElse(directory.resolve(name).toAbsolutePath())
                    : Path.of(name);
        }

        /** What the program gets to see: nothing that may be a secret, unless the developer names it. */
        Map<String, String> environment(Map<String, String> own) {
            Map<String, String> all = new TreeMap<>();
            own.forEach((name, value) -> {
                if (HostEnvironment.isUsual(name) || passed.contains(name)) {
                    all.put(name, value);
                }
            });
            String searchPath = all.get(PATH);
            if (searchPath != null) {
                all.put(PATH, absoluteEntries(searchPath));
            }
            all.putAll(variables);
            return all;
        }

        private static String absoluteEntries(String searchPath) {
            return Arrays.stream(searchPath.split(File.pathSeparator))
                    .filter(Program::isAbsolute)
                    .collect(Collectors.joining(File.pathSeparator));
        }

        /** Without the values of the environment and the arguments, which may be secrets. */
        @Override
        public String toString() {
            return "Program[" + command.get(0) + "]";
        }
    }

    /**
     * A URL.
     *
     * @param url without a name, a password and a fragment
     * @param headers asked for each request
     */
    record Url(HttpUrl url, Supplier<Map<String, String>> headers) implements ServerAddress {

        private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1");

        /**
         * Reads a URL.
         *
         * @param plain whether it may be one of plain HTTP to another machine
         * @throws IllegalArgumentException when it is none that can be used
         */
        public static Url of(String text, boolean plain, Supplier<Map<String, String>> headers) {
            HttpUrl url = HttpUrl.parse(text);
            if (url == null) {
                throw new IllegalArgumentException("url must be a URL of http or https");
            }
            if (!url.username().isEmpty() || !url.password().isEmpty()) {
                throw new IllegalArgumentException("url must not hold a name or a password; use bearerToken or header");
            }
            String host = url.host().toLowerCase(Locale.ROOT);
            if (!url.isHttps() && !plain && !LOOPBACK.contains(host)) {
                throw new IllegalArgumentException(
                        "url must be of https, or everybody on the way can read and change what is said; allowPlainHttp"
                                + " gives that up");
            }
            return new Url(url.newBuilder().fragment(null).build(), headers);
        }

        private Link.Factory links(ServerSettings settings) {
            return () -> new HttpLink(
                    url,
                    headers,
                    HttpClients.positive(settings.connectTimeout(), "connectTimeout"),
                    settings.timeout().plus(settings.connectTimeout()),
                    settings.maxMessageBytes());
        }

        /** Without its query, which may be a secret. */
        @Override
        public String toString() {
            return "Url[" + url.host() + "]";
        }
    }
}
