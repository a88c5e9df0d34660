package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code go build}, {@code go vet} and {@code go test}. The files of a failing test are named relative to its
 * package, whose name comes after it.
 */
final class GoReading implements CheckParser.Reading {

    private static final Pattern BUILD = Pattern.compile(
            "^(?:vet: )?(\\S[^:]*\\.(?:go|mod|work)|[A-Za-z]:\\\\[^:]*\\.(?:go|mod|work)):(\\d{1,7})(?::(\\d{1,7}))?: (.*)$");
    private static final Pattern TEST = Pattern.compile("^(\\s*)--- FAIL: (\\S+)");
    private static final Pattern TEST_LINE = Pattern.compile("^\\s+([^\\s:]+\\.go):(\\d{1,7}): ?(.*)$");
    private static final Pattern PACKAGE = Pattern.compile("^FAIL\\t(\\S+)");
    private static final Pattern FRAME = Pattern.compile("^\\t(\\S.*\\.go):(\\d{1,7})(?: \\+0x[0-9a-f]+)?$");
    private static final Pattern MODULE = Pattern.compile("(?m)^module\\s+\"?([^\\s\"]+)");
    private static final Pattern RUNNING = Pattern.compile("^=== (?:RUN|CONT|NAME)\\s+(\\S+)");
    private static final Pattern PASSED = Pattern.compile("^\\s*--- (?:PASS|SKIP): (\\S+)");
    private static final List<String> FILES = List.of(".go:", ".mod:", ".work:");
    private static final int MAX_RUNNING = 1_000;
    private static final int MAX_GO_MOD = 1_000_000;

    /** A test, or a panic, until the package is known that it belongs to. */
    private static final class Failed {
        private final String name;
        private final StringBuilder message = new StringBuilder();
        private @Nullable Place place;
        private boolean inPackage;

        Failed(String name) {
            this.name = name;
        }

        void add(String text) {
            if (message.length() < 4_000 && !text.isBlank()) {
                message.append(message.length() == 0 ? "" : "\n").append(text.strip());
            }
        }
    }

    private final CheckRun run;

    /** What tests have printed of which it is not known yet whether they fail: with -v that comes first. */
    private final Map<String, Failed> running = new HashMap<>();

    private final List<Failed> pending = new ArrayList<>();
    private @Nullable Failed current;
    private @Nullable Failed panic;

    GoReading(CheckRun run) {
        this.run = run;
    }

    @Override
    public void line(String text) {
        Matcher test = text.contains("--- FAIL: ") ? TEST.matcher(text) : null;
        if (test != null && test.find()) {
            begin(test.group(2));
        } else if (text.startsWith("panic: ") || text.startsWith("fatal error: ")) {
            panic(text);
        } else if (text.startsWith("FAIL\t")) {
            Matcher match = PACKAGE.matcher(text);
            release(match.find() ? match.group(1) : "");
        } else if (text.startsWith("ok ")) {
            running.clear();
            current = null;
        } else if (text.startsWith("FAIL") || text.startsWith("# ")) {
            current = null;
        } else if (text.startsWith("=== ")) {
            running(RUNNING.matcher(text));
        } else if (text.strip().startsWith("--- ")) {
            passed(PASSED.matcher(text));
        } else if (panic != null) {
            frame(panic, text);
        } else if (text.startsWith(" ") || text.startsWith("\t")) {
            body(text);
        } else {
            build(text);
        }
    }

    /** A test whose part failed has only failed because of that. */
    private void begin(String name) {
        pending.removeIf(earlier -> name.startsWith(earlier.name + "/") && earlier.message.length() == 0);
        Failed failed = running.remove(name);
        current = failed == null ? new Failed(name) : failed;
        pending.add(current);
    }

    private void running(Matcher test) {
        boolean named = test.find() && (running.size() < MAX_RUNNING || running.containsKey(test.group(1)));
        current = named ? running.computeIfAbsent(test.group(1), Failed::new) : null;
    }

    private void passed(Matcher test) {
        if (test.find()) {
            running.remove(test.group(1));
        }
        current = null;
    }

    private void panic(String text) {
        if (panic == null) {
            panic = current != null && current.place == null ? current : new Failed("");
            if (panic != current) {
                pending.add(panic);
            }
            panic.add(text);
        }
    }

    private void frame(Failed failed, String text) {
        Matcher match = text.startsWith("\t") ? FRAME.matcher(text) : null;
        if (failed.place == null && match != null && match.matches() && run.isFile(match.group(1))) {
            failed.place = new Place(match.group(1), Place.number(match, 2), 0);
        }
    }

    private void body(String text) {
        Failed failed = current;
        if (failed == null) {
            return;
        }
        Matcher match = TEST_LINE.matcher(text);
        if (match.matches()) {
            failed.place = new Place(match.group(1), Place.number(match, 2), 0);
            failed.inPackage = true;
            failed.add(match.group(3));
        } else {
            failed.add(text);
        }
    }

    private void build(String text) {
        current = null;
        Matcher match = FILES.stream().anyMatch(text::contains) ? BUILD.matcher(text) : null;
        if (match != null && match.matches()) {
            Place place = Place.of(match, 1);
            run.failed(CheckFailure.at(place.file(), place.line(), place.column(), match.group(4)));
        }
    }

    /** The package is known now, and with it the folder of the files. */
    private void release(String packageName) {
        for (Failed failed : pending) {
            String what = failed.message.length() == 0 ? "failed" : failed.message.toString();
            String text = failed.name.isEmpty() ? what : failed.name + ": " + what;
            Place place = failed.place;
            if (place == null) {
                run.failed(CheckFailure.of(packageName.isEmpty() ? text : text + " (package " + packageName + ")"));
            } else {
                String folder = failed.inPackage ? folder(packageName) : "";
                run.failed(CheckFailure.at(folder + place.file(), place.line(), 0, text));
            }
        }
        pending.clear();
        running.clear();
        current = null;
        panic = null;
    }

    private String folder(String packageName) {
        String module = run.read("go.mod", MAX_GO_MOD)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .flatMap(GoReading::module)
                .orElse("");
        boolean below = !module.isEmpty() && packageName.startsWith(module + "/");
        return below ? packageName.substring(module.length() + 1) + "/" : "";
    }

    private static Optional<String> module(String goMod) {
        Matcher match = MODULE.matcher(goMod);
        return match.find() ? Optional.of(match.group(1)) : Optional.empty();
    }

    @Override
    public void end() {
        release("");
    }
}
