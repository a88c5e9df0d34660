package dev.intellibrix.sandbox;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.regex.Pattern;

/** What {@code run_code} runs. */
enum Language {
    @JsonProperty("python")
    PYTHON,
    @JsonProperty("javascript")
    JAVASCRIPT,
    @JsonProperty("shell")
    SHELL;

    /** A line that only a module may have. */
    private static final Pattern OF_MODULE =
            Pattern.compile("(?m)^\\s{0,99}(?:import\\s*[\\w{*\"']|export\\s+[\\w{*])");

    /** All files that hold code begin so; they stand in the working folder, so that code finds its files beside itself. */
    static final String FILE = ".code";

    /** The name of the file for this code. */
    String fileFor(String code) {
        return FILE
                + switch (this) {
                    case PYTHON -> ".py";
                    case JAVASCRIPT -> OF_MODULE.matcher(code).find() ? ".mjs" : ".cjs";
                    case SHELL -> ".sh";
                };
    }

    /** The command that runs a file. */
    SandboxCommand command(String file) {
        List<String> argv = switch (this) {
            // Unbuffered, so that what was printed is there when the time is up; without files of compiled code.
            case PYTHON -> List.of("python3", "-u", "-B", file);
            case JAVASCRIPT -> List.of("node", file);
            case SHELL -> List.of("sh", file);
        };
        return SandboxCommand.of(argv);
    }
}
