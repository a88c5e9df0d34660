package dev.intellibrix.workspace.search;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What {@code grep} looks for: a text, or a regular expression that is matched in linear time. Immutable.
 *
 * <p>Before a line is decoded and matched, its bytes are searched for {@link #required}.
 */
public final class GrepPattern {

    private static final String IGNORE_CASE = "(?i)";
    private static final int MAX_CHARS = 10_000;
    private static final int MAX_SIZE = 20_000;
    private static final int MAX_DEPTH = 200;

    /** Matching a longer text looks at the cancellation now and then. */
    private static final int LONG_TEXT = 100_000;

    private final @Nullable Pattern regex;
    private final String text;
    private final RequiredText required;
    private final ByteRegex.@Nullable Translation bytes;

    private GrepPattern(
            @Nullable Pattern regex, String text, RequiredText required, ByteRegex.@Nullable Translation bytes) {
        this.regex = regex;
        this.text = text;
        this.required = required;
        this.bytes = bytes;
    }

    /**
     * Reads what to look for.
     *
     * @throws ToolException when it is empty, too long, or not a regular expression, saying where
     */
    public static GrepPattern of(String pattern, boolean literal, boolean ignoreCase) {
        if (pattern.isEmpty()) {
            throw new ToolException("the pattern is empty");
        }
        if (pattern.length() > MAX_CHARS) {
            throw new ToolException(String.format(
                    Locale.ROOT, "the pattern has %,d characters, at most %,d", pattern.length(), MAX_CHARS));
        }
        if (literal && !ignoreCase) {
            RequiredText required = RequiredText.anyOf(List.of(firstLine(pattern)), false);
            return new GrepPattern(null, pattern.replace("\r\n", "\n"), required, null);
        }
        return regex(pattern, literal ? Pattern.quote(pattern) : pattern, ignoreCase);
    }

    private static GrepPattern regex(String pattern, String expression, boolean ignoreCase) {
        // A flag at the very start is common enough to be understood.
        boolean flagged = expression.startsWith(IGNORE_CASE);
        String unflagged = flagged ? expression.substring(IGNORE_CASE.length()) : expression;
        RegexOutline outline = RegexOutline.of(unflagged);
        if (outline.size() > MAX_SIZE || outline.depth() > MAX_DEPTH) {
            throw new ToolException("the regular expression is too large: use fewer or smaller repetitions and groups");
        }
        int flags = Pattern.MULTILINE | (ignoreCase ? Pattern.CASE_INSENSITIVE : 0);
        try {
            Pattern regex = Pattern.compile(expression, flags);
            RequiredText required = RequiredText.anyOf(outline.requiredTexts(), ignoreCase || flagged);
            return new GrepPattern(regex, pattern, required, ByteRegex.of(unflagged, ignoreCase || flagged));
        } catch (PatternSyntaxException e) {
            throw RegexFault.of(pattern, e);
        }
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    /** Texts of which every match holds one. */
    RequiredText required() {
        return required;
    }

    /** The expression for the bytes of lines; null when there is none that is simple enough. */
    ByteRegex.@Nullable Translation bytes() {
        return bytes;
    }

    /** Whether a match is wherever the bytes of the required text are. */
    boolean isPlainText() {
        return regex == null && text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
    }

    /** Finds matches in a text; lines in it end in a line feed only. */
    Finder in(String searched, Cancellation cancellation) {
        if (regex == null) {
            return new TextFinder(searched, text);
        }
        boolean isLong = searched.length() > LONG_TEXT;
        return new RegexFinder(regex.matcher(isLong ? new Cancellable(searched, cancellation) : searched), searched);
    }

    /** Finds one match after the other. */
    interface Finder {

        /** Finds the first match that begins at an index or behind it. */
        boolean find(int from);

        /** Where the match begins. */
        int start();

        /** Where it ends. */
        int end();
    }

    private static final class TextFinder implements Finder {

        private final String searched;
        private final String text;
        private int start = -1;

        TextFinder(String searched, String text) {
            this.searched = searched;
            this.text = text;
        }

        @Override
        public boolean find(int from) {
            start = searched.indexOf(text, from);
            return start >= 0;
        }

        @Override
        public int start() {
            return start;
        }

        @Override
        public int end() {
            return start + text.length();
        }
    }

    private static final class RegexFinder implements Finder {

        private final Matcher matcher;
        private final String searched;

        RegexFinder(Matcher matcher, String searched) {
            this.matcher = matcher;
            this.searched = searched;
        }

        @Override
        public boolean find(int from) {
            return from <= searched.length() && matcher.find(from);
        }

        @Override
        public int start() {
            return matcher.start();
        }

        @Override
        public int end() {
            return matcher.end();
        }
    }

    /** A text that can not be read to its end once nobody waits for the result. */
    private record Cancellable(String text, Cancellation cancellation) implements CharSequence {

        private static final int OFTEN = 0xfff;

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if ((index & OFTEN) == 0) {
                cancellation.throwIfCancelled();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
