package dev.intellibrix.workspace.search;

import org.jspecify.annotations.Nullable;

/**
 * The ignore rules that hold within one folder: those of its own file, then those of the folders above it, up to the top
 * of the repository. The nearest file with a rule that matches decides. Immutable.
 */
final class IgnoreScope {

    private final @Nullable IgnoreScope outer;
    private final @Nullable IgnoreFile file;
    private final int base;
    private final boolean ignoreCase;

    private IgnoreScope(@Nullable IgnoreScope outer, @Nullable IgnoreFile file, int base, boolean ignoreCase) {
        this.outer = outer;
        this.file = file;
        this.base = base;
        this.ignoreCase = ignoreCase;
    }

    /** A scope without rules. */
    static IgnoreScope empty(boolean ignoreCase) {
        return new IgnoreScope(null, null, 0, ignoreCase);
    }

    /**
     * The scope within a folder that has an ignore file of its own.
     *
     * @param content the file's bytes, one a character
     * @param base the length of the folder's path, the slash at its end included
     */
    IgnoreScope with(String content, int base) {
        IgnoreFile inner = IgnoreFile.parse(content, ignoreCase);
        return inner.isEmpty() ? this : new IgnoreScope(this, inner, base, ignoreCase);
    }

    /**
     * Whether an entry is ignored by itself; that no folder above it is, the caller has made sure.
     *
     * @param path the entry's path, one byte a character
     * @param name its name, with which the path ends
     */
    boolean isIgnored(String path, String name, boolean directory) {
        String text = ignoreCase ? AsciiCase.lower(path) : path;
        String last = ignoreCase ? AsciiCase.lower(name) : name;
        for (IgnoreScope scope = this; scope != null; scope = scope.outer) {
            IgnoreRule rule = scope.file == null ? null : scope.file.match(text, scope.base, last, directory);
            if (rule != null) {
                return !rule.isNegated();
            }
        }
        return false;
    }
}
