package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Shown;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where the repository of a workspace lies. git would follow {@code .git} anywhere: to a repository above the root, through a
 * {@code .git} file or link to another one, through {@code commondir}, links and alternates to its history. What lies
 * outside the root is not the model's to read or to write, so such a repository is refused unless the developer names its
 * folder, or it is the home of a worktree that it says itself lies in the root.
 *
 * @param gitDirectory the real path of what {@code .git} stands for
 * @param commonDirectory the real path of where branches, objects and configuration lie; mostly the same
 */
record GitRepository(Path gitDirectory, Path commonDirectory) {

    private static final int MAX_POINTER_BYTES = 8192;
    private static final String POINTER = "gitdir:";

    /**
     * Finds the repository.
     *
     * @throws ToolException when there is none, or it leads outside
     */
    static GitRepository of(Path root, Set<Path> outside) {
        Path dotGit = root.resolve(".git");
        try {
            if (!Files.exists(dotGit, LinkOption.NOFOLLOW_LINKS)) {
                throw new ToolException("the workspace is not a git repository: its root has no .git");
            }
            Path named = Files.isRegularFile(dotGit) ? pointedTo(dotGit, POINTER) : dotGit;
            if (!Files.isDirectory(named)) {
                throw new ToolException("the workspace is not a git repository: .git leads to no folder");
            }
            return checked(root, outside, named.toRealPath());
        } catch (IOException e) {
            throw new ToolException("the repository can not be read: .git could not be opened", e);
        }
    }

    private static GitRepository checked(Path root, Set<Path> outside, Path gitDirectory) throws IOException {
        Path pointer = gitDirectory.resolve("commondir");
        Path common = Files.exists(pointer, LinkOption.NOFOLLOW_LINKS)
                ? pointedTo(pointer, "").toRealPath()
                : gitDirectory;
        GitRepository repository = new GitRepository(gitDirectory, common);
        if (!isWithin(root, outside, gitDirectory) || !isWithin(root, outside, common)) {
            if (repository.isWorktreeAt(root)) {
                return repository; // A repository of the user, who made a worktree of it here.
            }
            throw outside(".git leads to a repository outside the workspace");
        }
        for (Path folder : List.of(gitDirectory, common)) {
            refuseLinks(root, outside, folder);
            refuseLinks(root, outside, folder.resolve("objects"));
            refuseLinks(root, outside, folder.resolve("info"));
        }
        refuseAlternates(root, outside, common.resolve("objects"), 5);
        return repository;
    }

    /** Whether the repository itself says that the worktree of this git directory is the root. Nothing in the root can do that. */
    private boolean isWorktreeAt(Path root) throws IOException {
        Path back = gitDirectory.resolve("gitdir");
        boolean lies = gitDirectory.startsWith(root)
                || commonDirectory.startsWith(root)
                || !gitDirectory.startsWith(commonDirectory.resolve("worktrees"));
        if (lies || !Files.isRegularFile(back, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Path home = pointedTo(back, "").getParent();
        return home != null && Files.isDirectory(home) && home.toRealPath().equals(root);
    }

    private static boolean isWithin(Path root, Set<Path> outside, Path path) {
        return path.startsWith(root) || outside.stream().anyMatch(path::startsWith);
    }

    private static void refuseLinks(Path root, Set<Path> outside, Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (Files.isSymbolicLink(entry)
                        && Files.exists(entry)
                        && !isWithin(root, outside, entry.toRealPath())) {
                    throw outside("the link " + Shown.text(entry.getFileName().toString())
                            + " in .git leads outside the workspace");
                }
            }
        }
    }

    private static void refuseAlternates(Path root, Set<Path> outside, Path objects, int depth) throws IOException {
        Path list = objects.resolve("info").resolve("alternates");
        if (!Files.exists(list)) {
            return;
        }
        try (Stream<String> lines = read(list).lines()) {
            for (String line : lines.filter(text -> !text.isBlank() && !text.startsWith("#"))
                    .toList()) {
                Path other = path(line, objects);
                if (Files.isDirectory(other)) {
                    Path real = other.toRealPath();
                    if (depth == 0 || !isWithin(root, outside, real)) {
                        throw outside(
                                "the repository takes objects from outside the workspace (objects/info/alternates)");
                    }
                    refuseAlternates(root, outside, real, depth - 1);
                }
            }
        }
    }

    /** The path that a file of one line names, relative to the file's folder. */
    private static Path pointedTo(Path file, String prefix) throws IOException {
        String text = read(file).stripTrailing();
        if (!text.startsWith(prefix)) {
            throw new ToolException("the workspace is not a git repository: .git is a file that names no folder");
        }
        return path(
                text.substring(prefix.length()).strip(),
                Optional.ofNullable(file.getParent()).orElse(file));
    }

    private static Path path(String text, Path folder) {
        try {
            return folder.resolve(text);
        } catch (InvalidPathException e) {
            throw new ToolException("the repository names a path that is none", e);
        }
    }

    private static String read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_POINTER_BYTES + 1);
            if (bytes.length > MAX_POINTER_BYTES) {
                throw new ToolException("the repository is damaged: " + file.getFileName() + " in .git is too long");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static ToolException outside(String what) {
        return new ToolException(
                what + "; the git tools work on what lies in the workspace. The developer can allow the folder.");
    }

    /** What is half done: a merge, a rebase and the like, in words; empty when nothing is. */
    String unfinished() {
        if (has("rebase-merge") || has("rebase-apply")) {
            return "a rebase is in progress";
        }
        if (has("MERGE_HEAD")) {
            return "a merge is in progress";
        }
        if (has("CHERRY_PICK_HEAD")) {
            return "a cherry-pick is in progress";
        }
        if (has("REVERT_HEAD")) {
            return "a revert is in progress";
        }
        return has("BISECT_LOG") ? "a bisection is in progress" : "";
    }

    /** Whether a merge waits to be committed. */
    boolean isMerging() {
        return has("MERGE_HEAD");
    }

    private boolean has(String name) {
        return Files.exists(gitDirectory.resolve(name));
    }
}
