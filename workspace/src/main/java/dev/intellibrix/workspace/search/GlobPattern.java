package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Shown;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A glob pattern of the model, for paths relative to one folder. A pattern without a slash stands for names at any depth;
 * one that ends in a slash stands for all files below the folders that it names.
 *
 * <p>Brackets and braces are common in real names ({@code [id]/page.tsx}), so each pattern is also read with them as plain
 * characters. When the pattern has no star and no question mark and a file matches that reading, that is what was meant.
 * Immutable.
 */
public final class GlobPattern {

    static final int MAX_CHARS = 1_000;

    private final List<Wildcard> patterns;
    private final List<Wildcard> asWritten;
    private final boolean literal;
    private final @Nullable MalformedPatternException fault;

    private GlobPattern(
            List<Wildcard> patterns,
            List<Wildcard> asWritten,
            boolean literal,
            @Nullable MalformedPatternException fault) {
        this.patterns = patterns;
        this.asWritten = asWritten;
        this.literal = literal;
        this.fault = fault;
    }

    /**
     * Reads a pattern.
     *
     * @param atAnyDepth whether a pattern with a slash is tried at any depth as well
     * @throws ToolException when the pattern could lead out of the folder, or is longer or wider than allowed
     */
    public static GlobPattern of(String pattern, boolean atAnyDepth) {
        refuseOutside(pattern);
        List<Wildcard> patterns = List.of();
        @Nullable MalformedPatternException fault = null;
        try {
            patterns = compile(Braces.expand(pattern), atAnyDepth);
        } catch (MalformedPatternException e) {
            fault = e;
        }
        String plain = withoutBrackets(pattern);
        List<Wildcard> asWritten = plain.equals(pattern) ? List.of() : compile(List.of(plain), atAnyDepth);
        boolean literal = pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0;
        return new GlobPattern(patterns, asWritten, literal && !asWritten.isEmpty(), fault);
    }

    private static void refuseOutside(String pattern) {
        if (pattern.isBlank()) {
            throw new ToolException("the pattern is empty; ** matches all files");
        }
        if (pattern.length() > MAX_CHARS) {
            throw new ToolException(String.format(
                    Locale.ROOT, "the pattern has %,d characters, at most %,d", pattern.length(), MAX_CHARS));
        }
        if (pattern.indexOf('\0') >= 0) {
            throw new ToolException("the pattern holds a NUL character");
        }
        boolean drive = pattern.length() > 1 && pattern.charAt(1) == ':' && Character.isLetter(pattern.charAt(0));
        if (pattern.startsWith("/") || pattern.startsWith("\\\\") || pattern.startsWith("~") || drive) {
            throw new ToolException("the pattern must be relative to the workspace: " + Shown.text(pattern));
        }
    }

    private static List<Wildcard> compile(List<String> alternatives, boolean atAnyDepth) {
        Set<String> normal = new LinkedHashSet<>();
        for (String alternative : alternatives) {
            if (!alternative.isEmpty()) {
                normal.add(normalized(alternative, atAnyDepth));
            }
        }
        List<Wildcard> wildcards = new ArrayList<>(normal.size());
        for (String pattern : normal) {
            Wildcard wildcard = Wildcard.of(pattern);
            if (!wildcard.isValid()) {
                throw new MalformedPatternException("a [ of the pattern is not closed, or a \\ stands at its end: "
                        + Shown.text(pattern) + "; write \\[ or \\\\ for the character itself");
            }
            wildcards.add(wildcard);
        }
        return wildcards;
    }

    private static String normalized(String alternative, boolean atAnyDepth) {
        String path = alternative;
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        boolean atDepth = atAnyDepth || path.indexOf('/') < 0;
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/", -1)) {
            if (part.equals("..")) {
                throw new ToolException("the pattern must not hold ..: " + Shown.text(alternative));
            }
            if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        boolean folder = path.length() < alternative.length() || parts.isEmpty();
        if (folder && (parts.isEmpty() || !parts.get(parts.size() - 1).equals("**"))) {
            parts.add("**");
        }
        String normal = String.join("/", parts);
        return atDepth && !parts.get(0).equals("**") ? "**/" + normal : normal;
    }

    /** The pattern with a backslash before each bracket and brace that has none. */
    private static String withoutBrackets(String pattern) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\' && i + 1 < pattern.length()) {
                plain.append(c).append(pattern.charAt(++i));
            } else {
                plain.append("[]{}\\".indexOf(c) >= 0 ? "\\" : "").append(c);
            }
        }
        return plain.toString();
    }

    /** Whether the pattern stands for a path, in one reading or the other. */
    boolean matches(String path) {
        return matches(patterns, path) || matches(asWritten, path);
    }

    /**
     * Whether a path is what the pattern says character by character; then other matches were not meant. Only patterns
     * with a bracket or a brace, and without a star or a question mark, have this.
     */
    boolean isExactly(String path) {
        return literal && matches(asWritten, path);
    }

    /** Whether a folder, given without a slash at its end, can hold something that matches. */
    boolean mayMatchBelow(String folder) {
        return anyMayMatchBelow(patterns, folder) || anyMayMatchBelow(asWritten, folder);
    }

    /** What is wrong with the pattern, if it was not meant character by character; null for a well-formed one. */
    public @Nullable MalformedPatternException fault() {
        return fault;
    }

    private static boolean matches(List<Wildcard> wildcards, String path) {
        for (Wildcard wildcard : wildcards) {
            if (wildcard.matches(path)) {
                return true;
            }
        }
        return false;
    }

    private static boolean anyMayMatchBelow(List<Wildcard> wildcards, String folder) {
        for (Wildcard wildcard : wildcards) {
            if (wildcard.mayMatchBelow(folder)) {
                return true;
            }
        }
        return false;
    }
}
