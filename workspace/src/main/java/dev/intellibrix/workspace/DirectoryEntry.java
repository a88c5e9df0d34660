package dev.intellibrix.workspace;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/** One name in a folder, with what it stands for; a link stands for itself. Immutable. */
public final class DirectoryEntry {

    private final Path name;
    private final BasicFileAttributes attributes;

    DirectoryEntry(Path name, BasicFileAttributes attributes) {
        this.name = Objects.requireNonNull(name);
        this.attributes = Objects.requireNonNull(attributes);
    }

    /** The name. */
    public String name() {
        return name.toString();
    }

    Path asPath() {
        return name;
    }

    /** What it is; of a link, those of the link. */
    public BasicFileAttributes attributes() {
        return attributes;
    }
}
