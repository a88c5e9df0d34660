package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.DirectoryEntry;
import dev.intellibrix.workspace.FileTracker;
import dev.intellibrix.workspace.OpenDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Looks for build files in all folders of a workspace, except in those that builds and package managers fill. Links to
 * folders are not followed. What lies beyond the bounds counts as one file that can not be read, since nobody has looked at
 * it. Not thread-safe.
 */
final class BuildFileWalk {

    private static final int MAX_FOLDERS = 20_000;
    private static final int MAX_FILES = 5_000;
    private static final int MAX_DEPTH = 40;
    private static final int MAX_BYTES = 10_000_000;

    private static final String BEYOND =
            "what lies beyond " + MAX_FOLDERS + " folders, " + MAX_FILES + " build files or " + MAX_DEPTH + " levels";

    private static final Set<String> NAMES = Set.of(
            Scripts.FILE,
            ".npmrc",
            ".yarnrc",
            ".yarnrc.yml",
            ".pnpmfile.cjs",
            "pnpm-workspace.yaml",
            "bunfig.toml",
            "lerna.json",
            "nx.json",
            "project.json",
            "turbo.json",
            "pom.xml",
            "mvnw",
            "mvnw.cmd",
            "gradle.properties",
            "gradlew",
            "gradlew.bat",
            "gradle-wrapper.properties",
            "gradle-wrapper.jar",
            "libs.versions.toml",
            "Cargo.toml",
            "build.rs",
            "rust-toolchain",
            "rust-toolchain.toml",
            "go.mod",
            "go.work",
            "pyproject.toml",
            "setup.cfg",
            "setup.py",
            "pytest.ini",
            "tox.ini",
            "ruff.toml",
            ".ruff.toml",
            "mypy.ini",
            ".mypy.ini");

    /** What counts by the folder that it is in: extensions, settings and programs of build tools. */
    private static final List<String> PARTS =
            List.of("/.mvn/", "/.cargo/config", "/.yarn/releases/", "/.yarn/plugins/");

    private static final Set<String> SKIPPED = Set.of(".git", "node_modules", ".gradle", ".m2", ".venv", ".tox");

    /** What the build of a folder writes, where the folder holds a build file; elsewhere it may be a module of that name. */
    private static final Set<String> OUTPUTS = Set.of("target", "build", "dist", "out", "venv");

    private final ProjectFiles files;
    private final Cancellation cancellation;
    private final Map<String, String> versions = new TreeMap<>();
    private int folders;

    BuildFileWalk(ProjectFiles files, Cancellation cancellation) {
        this.files = files;
        this.cancellation = cancellation;
    }

    /** The versions of the files, by their paths relative to the root. */
    Map<String, String> versions() {
        try (OpenDirectory top = files.top()) {
            look(top, 0);
        } catch (ToolException | IOException e) {
            versions.put(".", BuildFiles.UNREADABLE);
        }
        return versions;
    }

    private void look(OpenDirectory folder, int depth) {
        cancellation.throwIfCancelled();
        List<DirectoryEntry> inner = new ArrayList<>();
        boolean builds = false;
        for (DirectoryEntry entry : sorted(folder)) {
            if (entry.attributes().isDirectory()) {
                inner.add(entry);
            } else if (decides(folder.pathOf(entry), entry.name())) {
                builds = true;
                add(folder, entry);
            }
        }
        for (DirectoryEntry entry : inner) {
            if (!SKIPPED.contains(entry.name()) && !(builds && OUTPUTS.contains(entry.name()))) {
                enter(folder, entry, depth + 1);
            }
        }
    }

    /** In one order always, so that two walks end at the same bound. */
    private static List<DirectoryEntry> sorted(OpenDirectory folder) {
        List<DirectoryEntry> entries = new ArrayList<>();
        folder.entries().forEachRemaining(entries::add);
        entries.sort(Comparator.comparing(DirectoryEntry::name));
        return entries;
    }

    private static boolean decides(String path, String name) {
        return NAMES.contains(name)
                || name.endsWith(".gradle")
                || name.endsWith(".gradle.kts")
                || path.equals("conftest.py") // Further down it belongs to the tests.
                || PARTS.stream().anyMatch(("/" + path)::contains);
    }

    private void add(OpenDirectory folder, DirectoryEntry entry) {
        if (versions.size() >= MAX_FILES) {
            versions.put(BEYOND, BuildFiles.UNREADABLE);
            return;
        }
        String path = folder.pathOf(entry);
        versions.put(path, files.read(path, MAX_BYTES).map(FileTracker::version).orElse(BuildFiles.UNREADABLE));
    }

    private void enter(OpenDirectory folder, DirectoryEntry entry, int depth) {
        if (depth > MAX_DEPTH || ++folders > MAX_FOLDERS) {
            versions.put(BEYOND, BuildFiles.UNREADABLE);
            return;
        }
        try (OpenDirectory inner = folder.openDirectory(entry)) {
            look(inner, depth);
        } catch (ToolException | IOException e) {
            return; // It went away, or may not be read, by the check neither.
        }
    }
}
