package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.agenttools.checks.CheckParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Finds the checks of a workspace by its build files. What is run comes from the fixed table in here: a file decides
 * whether a line of the table is taken, never what the line is.
 */
final class Detection {

    private static final String TEST = "test";
    private static final String TYPECHECK = "typecheck";
    private static final String LINT = "lint";
    private static final String BUILD = "build";

    /** What {@code npm init} writes where there are no tests. */
    private static final String NO_TESTS = "no test specified";

    /** Tools that a script may run, by the parser that reads them. */
    private static final List<String> TOOLS = List.of("vitest", "jest", "eslint", "tsc");

    private final ProjectFiles files;
    private final Map<String, NamedCheck> checks = new LinkedHashMap<>();

    private Detection(ProjectFiles files) {
        this.files = files;
    }

    /** The checks by their names: where two build tools have a check of one name, the later one's has the tool's name, too. */
    static Map<String, NamedCheck> of(ProjectFiles files) {
        Detection detection = new Detection(files);
        detection.node();
        detection.maven();
        detection.gradle();
        detection.cargo();
        detection.go();
        detection.python();
        return detection.checks;
    }

    private void add(String tool, NamedCheck check) {
        if (checks.containsKey(check.name())) {
            checks.putIfAbsent(check.name() + "-" + tool, check.named(check.name() + "-" + tool));
        } else {
            checks.put(check.name(), check);
        }
    }

    private void usual(String tool, String name, String parser, List<String> command) {
        add(tool, NamedCheck.usual(name, command, parser));
    }

    private void node() {
        Scripts scripts = Scripts.of(files);
        String manager = manager(scripts);
        for (String name : List.of(TEST, TYPECHECK, "type-check", LINT, BUILD)) {
            boolean second = name.equals("type-check") && scripts.has(TYPECHECK);
            if (scripts.has(name) && !second && !scripts.text(name).contains(NO_TESTS)) {
                CheckParser parser = parser(name, scripts.reachedFrom(name).values());
                add("npm", new NamedCheck(name, List.of(manager, "run", name), parser, true, name));
            }
        }
    }

    private String manager(Scripts scripts) {
        if (files.has("pnpm-lock.yaml")) {
            return "pnpm";
        }
        if (files.has("yarn.lock")) {
            return "yarn";
        }
        if (files.has("bun.lock") || files.has("bun.lockb")) {
            return "bun";
        }
        if (files.has("package-lock.json") || files.has("npm-shrinkwrap.json")) {
            return "npm";
        }
        String said = scripts.manager().split("@", 2)[0];
        return Set.of("pnpm", "yarn", "bun").contains(said) ? said : "npm";
    }

    private static CheckParser parser(String name, Iterable<String> scripts) {
        List<String> tools = new ArrayList<>();
        for (String tool : TOOLS) {
            for (String script : scripts) {
                if (script.toLowerCase(Locale.ROOT).contains(tool) && !tools.contains(tool)) {
                    tools.add(tool);
                }
            }
        }
        if (tools.isEmpty()) {
            tools.add(name.startsWith("type") ? "tsc" : name.equals(LINT) ? "eslint" : "generic");
        }
        return CheckParser.all(tools.stream().map(CheckParser::named).toList());
    }

    private void maven() {
        if (files.has("pom.xml")) {
            String maven = files.isProgram("mvnw") ? "./mvnw" : "mvn";
            usual("maven", TEST, "surefire", List.of(maven, "-B", "-q", "test"));
            usual("maven", TYPECHECK, "maven", List.of(maven, "-B", "-q", "test-compile"));
            usual("maven", BUILD, "maven", List.of(maven, "-B", "-q", "-DskipTests", "package"));
        }
    }

    private void gradle() {
        if (List.of("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts").stream()
                .anyMatch(files::has)) {
            String gradle = files.isProgram("gradlew") ? "./gradlew" : "gradle";
            usual("gradle", TEST, "gradle", List.of(gradle, "--console=plain", "test"));
            usual("gradle", TYPECHECK, "gradle", List.of(gradle, "--console=plain", "testClasses"));
            usual("gradle", BUILD, "gradle", List.of(gradle, "--console=plain", "assemble"));
        }
    }

    private void cargo() {
        if (files.has("Cargo.toml")) {
            usual("cargo", TEST, "cargo", List.of("cargo", "test"));
            usual("cargo", TYPECHECK, "cargo", List.of("cargo", "check", "--all-targets"));
            usual("cargo", LINT, "cargo", List.of("cargo", "clippy", "--all-targets"));
            usual("cargo", BUILD, "cargo", List.of("cargo", "build"));
        }
    }

    private void go() {
        if (files.has("go.mod")) {
            usual("go", TEST, "go", List.of("go", "test", "./..."));
            usual("go", LINT, "go", List.of("go", "vet", "./..."));
            usual("go", BUILD, "go", List.of("go", "build", "./..."));
        }
    }

    private void python() {
        String project = files.text("pyproject.toml").orElse("");
        if (project.isEmpty()) {
            return;
        }
        if (project.contains("pytest")) {
            usual("python", TEST, "pytest", python("pytest"));
        }
        if (project.contains("[tool.mypy")) {
            usual("python", TYPECHECK, "generic", python("mypy", "."));
        }
        if (project.contains("[tool.ruff")) {
            usual("python", LINT, "ruff", python("ruff", "check", "."));
        }
    }

    /** A command of a Python project, in the environment that its lock file belongs to. */
    private List<String> python(String... command) {
        List<String> all = new ArrayList<>();
        if (files.has("uv.lock")) {
            all.addAll(List.of("uv", "run"));
        } else if (files.has("poetry.lock")) {
            all.addAll(List.of("poetry", "run"));
        }
        all.addAll(List.of(command));
        return all;
    }
}
