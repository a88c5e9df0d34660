package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.workspace.FileTracker;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /** The version of a file that is there and can not be read here: the program that a check starts may well read it. */
    private static final String UNREADABLE = "unreadable";

    BuildFiles {
        versions = Collections.unmodifiableMap(new TreeMap<>(versions));
    }

    /** Those of a workspace, now. */
    static BuildFiles of(ProjectFiles files) {
        Map<String, String> versions = new TreeMap<>();
        for (String name : NAMES) {
            files.read(name, MAX_BYTES)
                    .map(FileTracker::version)
                    .or(() -> files.isThere(name) ? Optional.of(UNREADABLE) : Optional.empty())
                    .ifPresent(version -> versions.put(name, version));
        }
        return new BuildFiles(versions);
    }

    /** The files that are there and can not be read, so that nobody can tell whether they are as they were. */
    List<String> unreadable() {
        return NAMES.stream()
                .filter(name -> UNREADABLE.equals(versions.get(name)))
                .toList();
    }

    /** Stands for the content of all files, so that whoever is asked about other files is asked about another thing. */
    String digest() {
        return FileTracker.version(versions.toString().getBytes(StandardCharsets.UTF_8));
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
