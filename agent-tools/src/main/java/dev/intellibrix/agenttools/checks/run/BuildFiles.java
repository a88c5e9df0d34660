package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.workspace.FileTracker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The files at the top of a workspace that decide which programs a found check starts, as they were at one moment. Code
 * that a check runs anyway, such as the tests, is not among them. Immutable.
 */
record BuildFiles(Map<String, String> versions) {

    private static final List<String> NAMES = List.of(
            Scripts.FILE,
            ".npmrc",
            ".yarnrc",
            ".yarnrc.yml",
            ".pnpmfile.cjs",
            "pnpm-workspace.yaml",
            "bunfig.toml",
            "pom.xml",
            "mvnw",
            "mvnw.cmd",
            ".mvn/extensions.xml",
            ".mvn/jvm.config",
            ".mvn/maven.config",
            ".mvn/wrapper/maven-wrapper.properties",
            ".mvn/wrapper/maven-wrapper.jar",
            "build.gradle",
            "build.gradle.kts",
            "settings.gradle",
            "settings.gradle.kts",
            "gradle.properties",
            "gradlew",
            "gradlew.bat",
            "gradle/wrapper/gradle-wrapper.properties",
            "gradle/wrapper/gradle-wrapper.jar",
            "Cargo.toml",
            "build.rs",
            ".cargo/config.toml",
            ".cargo/config",
            "rust-toolchain",
            "rust-toolchain.toml",
            "go.mod",
            "go.work",
            "pyproject.toml",
            "setup.cfg",
            "setup.py",
            "pytest.ini",
            "tox.ini",
            "conftest.py",
            "ruff.toml",
            "mypy.ini");

    private static final int MAX_BYTES = 10_000_000;

    BuildFiles {
        versions = Collections.unmodifiableMap(new TreeMap<>(versions));
    }

    /** Those of a workspace, now. */
    static BuildFiles of(ProjectFiles files) {
        Map<String, String> versions = new TreeMap<>();
        NAMES.forEach(name ->
                files.read(name, MAX_BYTES).ifPresent(content -> versions.put(name, FileTracker.version(content))));
        return new BuildFiles(versions);
    }

    /** The files that are not as they were then. */
    List<String> changedSince(BuildFiles then) {
        List<String> changed = new ArrayList<>();
        for (String name : NAMES) {
            String before = then.versions.getOrDefault(name, "");
            if (!before.equals(versions.getOrDefault(name, ""))) {
                changed.add(name);
            }
        }
        return changed;
    }
}
