package dev.intellibrix.agenttools.patch;

import dev.intellibrix.workspace.FileContent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a file holds in the plan. Immutable. */
final class FileState {

    private final byte[] content;
    private final @Nullable FileContent like;
    private final @Nullable Boolean executable;
    private final @Nullable Origin origin;
    private final List<Place> places;

    /**
     * The file that was renamed or copied here.
     *
     * @param path its path
     * @param copied whether it was copied
     */
    record Origin(String path, boolean copied) {}

    private FileState(
            byte[] content,
            @Nullable FileContent like,
            @Nullable Boolean executable,
            @Nullable Origin origin,
            List<Place> places) {
        this.content = content;
        this.like = like;
        this.executable = executable;
        this.origin = origin;
        this.places = List.copyOf(places);
    }

    static FileState of(FileContent content) {
        return new FileState(content.bytes(), content, null, null, List.of());
    }

    static FileState created(FileEdit.Result result, @Nullable Boolean executable) {
        return new FileState(result.content(), null, executable, null, result.places());
    }

    FileState with(byte[] newContent, List<Place> more) {
        List<Place> all = new ArrayList<>(places);
        all.addAll(more);
        return new FileState(newContent, like, executable, origin, all);
    }

    FileState withExecutable(@Nullable Boolean mode) {
        return mode == null ? this : new FileState(content, like, mode, origin, places);
    }

    FileState renamedFrom(String path) {
        return new FileState(content, like, executable, new Origin(path, false), places);
    }

    /** A copy is a new file: it may be executed as the other, and has the mode of new files otherwise. */
    FileState copiedFrom(String path) {
        return new FileState(content, null, isExecutable(), new Origin(path, true), places);
    }

    /** The bytes; not a copy. */
    byte[] content() {
        return content;
    }

    /** The file whose mode and owner it has; null for those of a new file. */
    @Nullable FileContent like() {
        return like;
    }

    /** Where it came from by a rename or a copy; null for neither. */
    @Nullable Origin origin() {
        return origin;
    }

    /** Where hunks were found, over all sections. */
    List<Place> places() {
        return places;
    }

    /** Whether the patch says if it may be executed. */
    boolean hasOwnMode() {
        return executable != null;
    }

    /** Whether its owner may execute it. */
    boolean isExecutable() {
        return executable != null ? executable : like != null && like.isExecutable();
    }
}
