package dev.intellibrix.sandbox;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** A regular file: its path below a folder, and what is in it. Immutable. */
public final class SandboxFile {

    private final String path;
    private final byte[] content;

    private SandboxFile(String path, byte[] content) {
        this.path = path;
        this.content = content;
    }

    /**
     * A file.
     *
     * @param path relative, with {@code /} between the names; see {@link #isPath}
     * @param content what is in it; copied
     * @throws IllegalArgumentException when the path is no such path
     */
    public static SandboxFile of(String path, byte[] content) {
        if (!isPath(path)) {
            throw new IllegalArgumentException(
                    "path must be relative, without \"..\" and unusual characters, but is \"" + path + "\"");
        }
        return new SandboxFile(path, content.clone());
    }

    /** A file of text, in UTF-8. */
    public static SandboxFile text(String path, String text) {
        return of(path, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Whether this is a path that means the same everywhere and cannot mislead: at most 16 names of at most 200 bytes in
     * UTF-8, joined by {@code /}, none of them empty, {@code .} or {@code ..}; no control, format or unassigned characters, none of
     * {@code \ : * ? " < > |}, and no blank or dot at the end of a name, nor a blank or a dash at its start.
     */
    public static boolean isPath(String path) {
        return PathNames.arePath(Objects.requireNonNull(path, "path"));
    }

    /** The path below the folder. */
    public String path() {
        return path;
    }

    /** What is in it; a copy. */
    public byte[] content() {
        return content.clone();
    }

    /** What is in it, as UTF-8 with malformed bytes replaced. */
    public String text() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /** How many bytes are in it. */
    public int size() {
        return content.length;
    }

    /** Not a copy. */
    byte[] bytes() {
        return content;
    }

    @Override
    public String toString() {
        return "SandboxFile[" + path + ", " + content.length + " bytes]";
    }
}
