package dev.intellibrix.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Files with numbered lines, once for us and once for git, and a patch that changes a line in every so many of them, with
 * the patch that changes them back.
 */
final class PatchTree implements AutoCloseable {

    private static final int CONTEXT = 3;

    private final Path folder;
    private final Path ours;
    private final Path gits;
    private final String[] patches;

    private PatchTree(Path folder, String[] patches) {
        this.folder = folder;
        this.ours = folder.resolve("ours");
        this.gits = folder.resolve("gits");
        this.patches = patches;
    }

    static PatchTree of(int files, int hunksInFile, int linesInFile) throws IOException {
        PatchTree tree = new PatchTree(
                Files.createTempDirectory("patch"),
                new String[] {patch(files, hunksInFile, linesInFile, 0), patch(files, hunksInFile, linesInFile, 1)});
        for (int file = 0; file < files; file++) {
            StringBuilder content = new StringBuilder();
            for (int line = 1; line <= linesInFile; line++) {
                content.append(line(file, line, "old")).append('\n');
            }
            for (Path copy : List.of(tree.ours, tree.gits)) {
                Path path = copy.resolve(name(file));
                Files.createDirectories(path.getParent());
                Files.writeString(path, content);
            }
        }
        for (int direction = 0; direction < 2; direction++) {
            Files.writeString(tree.folder.resolve("patch" + direction), tree.patches[direction]);
        }
        return tree;
    }

    private static String name(int file) {
        return "src/p" + file % 10 + "/File" + file + ".java";
    }

    private static String line(int file, int line, String state) {
        return "    int value" + line + " = compute(" + file + ", \"" + state + "\");";
    }

    private static String patch(int files, int hunks, int lines, int direction) {
        String before = direction == 0 ? "old" : "new";
        String after = direction == 0 ? "new" : "old";
        int step = lines / hunks;
        StringBuilder patch = new StringBuilder();
        for (int file = 0; file < files; file++) {
            patch.append("diff --git a/")
                    .append(name(file))
                    .append(" b/")
                    .append(name(file))
                    .append('\n');
            patch.append("--- a/").append(name(file)).append('\n');
            patch.append("+++ b/").append(name(file)).append('\n');
            for (int hunk = 0; hunk < hunks; hunk++) {
                int changed = hunk * step + step / 2;
                int start = changed - CONTEXT;
                int count = 2 * CONTEXT + 1;
                patch.append("@@ -" + start + "," + count + " +" + start + "," + count + " @@\n");
                for (int line = start; line < start + count; line++) {
                    if (line == changed) {
                        patch.append('-').append(line(file, line, before)).append('\n');
                        patch.append('+').append(line(file, line, after)).append('\n');
                    } else {
                        patch.append(' ').append(line(file, line, "old")).append('\n');
                    }
                }
            }
        }
        return patch.toString();
    }

    Path ours() {
        return ours;
    }

    /** The patch for us: there and back in turn. */
    String patch(int turn) {
        return patches[turn % 2];
    }

    /** Applies the patch with git: there and back in turn. */
    long apply(int turn) throws IOException, InterruptedException {
        return ToolCalls.program(
                gits,
                0,
                List.of("git", "apply", folder.resolve("patch" + turn % 2).toString()));
    }

    @Override
    public void close() throws IOException {
        ToolCalls.delete(folder);
    }
}
