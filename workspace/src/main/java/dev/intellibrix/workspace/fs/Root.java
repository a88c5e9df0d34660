package dev.intellibrix.workspace.fs;

import java.io.IOException;
import java.nio.file.Path;

/** The folder that a jail is around: its real path, and how it is opened. Immutable. */
public final class Root {

    /** Opens a folder by its path. */
    private interface Opener {
        Dir open(Path path) throws IOException;
    }

    private final Path path;
    private final Opener opener;

    private Root(Path path, Opener opener) {
        this.path = path;
        this.opener = opener;
    }

    /** The root at a real path, opened as well as the platform can. */
    public static Root at(Path realPath) {
        return new Root(realPath, Dir::open);
    }

    /** The root at a real path, opened as on a platform without descriptors of folders. */
    public static Root checkedAt(Path realPath) {
        return new Root(realPath, CheckedDir::new);
    }

    public Path path() {
        return path;
    }

    public Dir open() throws IOException {
        return opener.open(path);
    }

    /** The real path of these names below the root. */
    public Path resolve(Iterable<Path> names) {
        Path resolved = path;
        for (Path name : names) {
            resolved = resolved.resolve(name);
        }
        return resolved;
    }
}
