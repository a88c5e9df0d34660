package dev.intellibrix.sandbox;

import java.util.List;
import java.util.Objects;

/**
 * What was copied out of a sandbox: regular files, and a list of what was left behind.
 *
 * @param files the files, with paths below the folder that was asked for
 * @param skipped what was left out, and why; at most {@link #MAX_SKIPPED} of them
 * @param skippedCount how much was left out in all
 */
public record Artefacts(List<SandboxFile> files, List<Skipped> skipped, int skippedCount) {

    /** The most entries of {@link #skipped}. */
    public static final int MAX_SKIPPED = 20;

    /** Nothing was there. */
    public static final Artefacts NONE = new Artefacts(List.of(), List.of(), 0);

    /**
     * Something that was not copied.
     *
     * @param name its path below the folder, at most 200 characters, with everything that could mislead replaced
     * @param reason why, such as "a link"
     */
    public record Skipped(String name, String reason) {
        public Skipped {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(reason, "reason");
        }
    }

    public Artefacts {
        files = List.copyOf(files);
        skipped = List.copyOf(skipped);
    }
}
