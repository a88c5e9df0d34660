package dev.intellibrix.workspace.search;

import dev.intellibrix.workspace.fs.Dir;
import dev.intellibrix.workspace.fs.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * What a git repository says about ignoring beside its {@code .gitignore} files: {@code info/exclude}, which of several
 * work trees is that of the main one, and whether case counts. The user's and the system's own excludes are left out on
 * purpose, so that a folder gives the same answer on every machine. Nothing here is run; the files are only read.
 */
final class Repository {

    static final Path DOT_GIT = Path.of(".git");

    private static final Path HEAD = Path.of("HEAD");
    private static final Path OBJECTS = Path.of("objects");
    private static final Path INFO = Path.of("info");
    private static final Path EXCLUDE = Path.of("exclude");
    private static final Path CONFIG = Path.of("config");
    private static final String GITDIR = "gitdir:";

    private Repository() {}

    /**
     * The scope at the top of a repository's work tree.
     *
     * @param directory the opened folder that may be one
     * @param realPath its path
     * @param base the length of its path as the scope sees it, the slash at its end included
     * @return null when the folder is not the top of a work tree
     */
    static @Nullable IgnoreScope scopeOf(Dir directory, Path realPath, int base) {
        try {
            BasicFileAttributes attributes = directory.stat(DOT_GIT);
            if (attributes == null) {
                return null;
            }
            return attributes.isDirectory() ? ofFolder(directory, base) : ofFile(directory, realPath, base);
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    private static @Nullable IgnoreScope ofFolder(Dir directory, int base) throws IOException {
        try (Dir git = directory.openDirectory(DOT_GIT)) {
            BasicFileAttributes objects = git.stat(OBJECTS);
            if (git.stat(HEAD) == null || objects == null) {
                return null;
            }
            return scope(SmallFile.read(git, CONFIG), exclude(git), base);
        }
    }

    private static @Nullable String exclude(Dir git) throws IOException {
        BasicFileAttributes info = git.stat(INFO);
        if (info == null || !info.isDirectory()) {
            return null;
        }
        try (Dir opened = git.openDirectory(INFO)) {
            return SmallFile.read(opened, EXCLUDE);
        }
    }

    /** A linked work tree and a submodule have a file in place of the folder, which says where that is. */
    private static @Nullable IgnoreScope ofFile(Dir directory, Path realPath, int base) {
        String content = SmallFile.read(directory, DOT_GIT);
        if (content == null || !content.startsWith(GITDIR)) {
            return null;
        }
        Path git = realPath.resolve(path(content.substring(GITDIR.length())));
        if (!Files.exists(git.resolve(HEAD))) {
            return null;
        }
        String common = SmallFile.read(git.resolve("commondir"));
        Path shared = common == null ? git : git.resolve(path(common));
        return scope(
                SmallFile.read(shared.resolve(CONFIG)),
                SmallFile.read(shared.resolve(INFO).resolve(EXCLUDE)),
                base);
    }

    private static Path path(String raw) {
        return Path.of(new String(raw.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8).strip());
    }

    private static IgnoreScope scope(@Nullable String config, @Nullable String exclude, int base) {
        IgnoreScope scope = IgnoreScope.empty(config != null && GitConfig.isTrue(config, "core", "ignorecase"));
        return exclude == null ? scope : scope.with(exclude, base);
    }
}
