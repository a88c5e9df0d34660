package dev.intellibrix.workspace;

import dev.intellibrix.workspace.fs.Versions;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;

/** What a file held when it was read. Immutable. */
public final class FileContent {

    private final byte[] bytes;
    private final BasicFileAttributes attributes;
    private final String version;

    FileContent(byte[] bytes, BasicFileAttributes attributes) {
        this.bytes = bytes;
        this.attributes = attributes;
        this.version = Versions.of(bytes);
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** How many bytes they are. */
    public int size() {
        return bytes.length;
    }

    /** The version, as {@link FileTracker} compares it. */
    public String version() {
        return version;
    }

    /** Whether its owner may execute it. */
    public boolean isExecutable() {
        return attributes instanceof PosixFileAttributes posix
                && posix.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
    }

    /** Whether nobody may write it, so that it is not replaced or deleted either. */
    public boolean isReadOnly() {
        return Place.isReadOnly(attributes);
    }

    byte[] array() {
        return bytes;
    }

    BasicFileAttributes attributes() {
        return attributes;
    }
}
