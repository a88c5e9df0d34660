package dev.intellibrix.sandbox;

import dev.intellibrix.sandbox.Artefacts.Skipped;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Decides about each file that a sandbox offers, before its content is read, and keeps count. Not thread-safe. */
final class ArtefactCollector {

    private static final int SHOWN_NAME = 200;

    private final int maxFiles;
    private final long maxBytes;
    private final List<SandboxFile> files = new ArrayList<>();
    private final Set<String> taken = new HashSet<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private int skippedCount;
    private long bytes;

    ArtefactCollector(SandboxLimits limits) {
        this.maxFiles = limits.artefacts();
        this.maxBytes = limits.artefactBytes();
    }

    /**
     * Whether a regular file of this size may be added; otherwise it has been noted as left out.
     *
     * @param path its path below the folder
     * @param size in bytes, as the sandbox says
     */
    boolean admits(String path, long size) {
        if (!SandboxFile.isPath(path)) {
            return skip(path, "an unusual name");
        }
        if (files.size() >= maxFiles) {
            return skip(path, "more than " + maxFiles + " files");
        }
        if (size < 0 || size > maxBytes - bytes) {
            return skip(path, "too large");
        }
        if (taken.contains(key(path))) {
            return skip(path, "a second file of this name");
        }
        return true;
    }

    /** Adds a file that was admitted; once more checked, since its real size may be another one. */
    void add(String path, byte[] content) {
        if (admits(path, content.length)) {
            files.add(SandboxFile.of(path, content));
            taken.add(key(path));
            bytes += content.length;
        }
    }

    /** Notes something that was left out; always false. */
    boolean skip(String path, String reason) {
        skippedCount++;
        if (skipped.size() < Artefacts.MAX_SKIPPED) {
            skipped.add(new Skipped(shown(path), reason));
        }
        return false;
    }

    Artefacts artefacts() {
        return new Artefacts(files, skipped, skippedCount);
    }

    /** Names that differ in case only are one name on some systems. */
    private static String key(String path) {
        return path.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    private static String shown(String path) {
        StringBuilder shown = new StringBuilder();
        path.codePoints()
                .limit(SHOWN_NAME)
                .forEach(c -> shown.appendCodePoint(c == '/' || PathNames.isShown(c) ? c : '?'));
        return shown.toString();
    }
}
