package dev.intellibrix.workspace;

import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Shown;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Paths as git takes them: relative to the root, {@code /} between the names. */
final class GitPaths {

    private GitPaths() {}

    /**
     * A path that the model gave, checked by the jail. A link at its end is not followed: for git the link is the file.
     *
     * @throws ToolException when it leads outside
     */
    static String of(Jail jail, String path) {
        if (path.isEmpty()) {
            throw new ToolException("a path must not be empty; for all files leave it out");
        }
        Path resolved = jail.resolve(path);
        Path relative = jail.root().relativize(resolved);
        if (relative.toString().isEmpty()) {
            return ".";
        }
        Path name = fileName(path);
        if (name == null || name.toString().equals(".") || name.toString().equals("..")) {
            return slashed(relative);
        }
        Path parent = Path.of(path).getParent();
        Path folder = jail.root().relativize(jail.resolve(parent == null ? "." : parent.toString()));
        return slashed(folder.resolve(name));
    }

    private static @Nullable Path fileName(String path) {
        try {
            return Path.of(path).getFileName();
        } catch (InvalidPathException e) {
            throw new ToolException("not a path that this system knows: " + Shown.text(path), e);
        }
    }

    private static String slashed(Path path) {
        return path.toString().replace(path.getFileSystem().getSeparator(), "/");
    }

    /** A name as it is shown in a line: quoted when the line could be read in two ways otherwise. */
    static String shown(String path) {
        String visible = VisibleText.line(path);
        boolean plain =
                visible.equals(path) && !path.contains(" -> ") && path.indexOf('"') < 0 && path.equals(path.strip());
        return plain ? path : "\"" + visible.replace("\"", "\\\"") + "\"";
    }
}
