package dev.intellibrix.agenttools.patch;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.agenttools.text.GitName;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The two names of a section, without git's prefixes.
 *
 * @param from the old name; null for no file
 * @param to the new name; null for no file
 * @param otherName what from means when there is no such file; null for nothing else
 */
record FileNames(
        @Nullable String from,
        @Nullable String to,
        @Nullable String otherName) {

    /**
     * The names of the lines {@code ---} and {@code +++}. Two different prefixes of one letter are git's; the same one on
     * both sides is a folder.
     *
     * @param pairs what the line {@code diff --git} may say; empty without one
     */
    static FileNames of(HeaderName from, HeaderName to, List<FileNames> pairs) {
        if (from.isAbsent() && to.isAbsent()) {
            throw new ToolException("a section of the patch has /dev/null on both sides");
        }
        if (from.isAbsent() || to.isAbsent()) {
            return oneSided(from, to, pairs);
        }
        String a = from.text();
        String b = to.text();
        if (HeaderName.hasPrefix(a) && HeaderName.hasPrefix(b) && a.charAt(0) != b.charAt(0)) {
            return new FileNames(HeaderName.stripped(a), HeaderName.stripped(b), null);
        }
        if (a.equals(b)) {
            return new FileNames(a, b, HeaderName.hasPrefix(a) ? HeaderName.stripped(a) : null);
        }
        if (HeaderName.stripped(a).equals(b)) {
            return new FileNames(b, b, null);
        }
        return HeaderName.stripped(b).equals(a) ? new FileNames(a, a, null) : new FileNames(a, b, null);
    }

    private static FileNames oneSided(HeaderName from, HeaderName to, List<FileNames> pairs) {
        String raw = from.isAbsent() ? to.text() : from.text();
        char prefix = from.isAbsent() ? 'b' : 'a';
        boolean isPrefix = HeaderName.hasPrefix(raw)
                && (raw.charAt(0) == prefix || "iwoc".indexOf(raw.charAt(0)) >= 0)
                && pairs.stream().noneMatch(pair -> raw.equals(pair.from) && raw.equals(pair.to));
        String name = isPrefix ? HeaderName.stripped(raw) : raw;
        return from.isAbsent() ? new FileNames(null, name, null) : new FileNames(name, null, isPrefix ? raw : null);
    }

    /** All that the rest of a line {@code diff --git} can mean, with prefixes: a name may hold blanks. */
    static List<FileNames> pairs(String rest) {
        List<FileNames> pairs = new ArrayList<>();
        Optional<GitName.Unquoted> first = GitName.unquote(rest);
        if (first.isPresent()) {
            int end = first.get().end();
            if (end < rest.length() && rest.charAt(end) == ' ') {
                add(pairs, first.get().text(), rest.substring(end + 1));
            }
            return pairs;
        }
        for (int blank = rest.indexOf(' '); blank > 0; blank = rest.indexOf(' ', blank + 1)) {
            add(pairs, rest.substring(0, blank), rest.substring(blank + 1));
        }
        return pairs;
    }

    private static void add(List<FileNames> pairs, String from, String rawTo) {
        String to = rawTo.startsWith("\"")
                ? GitName.unquote(rawTo).map(GitName.Unquoted::text).orElse("")
                : rawTo;
        if (!to.isEmpty()) {
            pairs.add(new FileNames(from, to, null));
        }
    }

    /** The one name that a line {@code diff --git} gives twice, where nothing else names the file. */
    static FileNames same(List<FileNames> pairs, int lineNumber) {
        if (pairs.isEmpty()) {
            throw new ToolException("patch line " + lineNumber
                    + ": the name of the file is missing; put the lines --- and +++ before the first hunk");
        }
        for (FileNames pair : pairs) {
            FileNames names =
                    of(new HeaderName(pair.old(), false, false), new HeaderName(pair.fresh(), false, false), List.of());
            if (names.old().equals(names.fresh())) {
                return names;
            }
        }
        throw new ToolException("patch line " + lineNumber
                + ": the two names differ; a file is renamed by the lines rename from and rename to");
    }

    /** Whether a line {@code diff --git} that means one of the pairs can stand above these names. */
    boolean agreesWith(List<FileNames> pairs) {
        return pairs.stream().anyMatch(pair -> agree(from, pair.old()) && agree(to, pair.fresh()));
    }

    private static boolean agree(@Nullable String name, String written) {
        return name == null || name.equals(written) || name.equals(HeaderName.stripped(written));
    }

    /** The old name, where there must be one. */
    String old() {
        return required(from);
    }

    /** The new name, where there must be one. */
    String fresh() {
        return required(to);
    }

    private static String required(@Nullable String name) {
        if (name == null) {
            throw new ToolException("a section of the patch has /dev/null where it needs the name of a file");
        }
        return name;
    }

    @Override
    public String toString() {
        return Excerpt.path(from == null ? "/dev/null" : from) + " and " + Excerpt.path(to == null ? "/dev/null" : to);
    }
}
