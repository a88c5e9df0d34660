package dev.intellibrix.provider.textcalls;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * JSON in a code block, as models write it that were told of tools in words alone. It could be an example as well, so it is
 * a call only when it has a name and arguments, and the name is that of a tool.
 */
final class FencedSyntax implements CallSyntax {

    private static final Set<String> LANGUAGES = Set.of("", "json", "tool_call", "tool_calls");
    private static final int LONGEST_LANGUAGE = 20;
    private static final int SHORTEST = 3;
    private static final int LONGEST = 64;

    @Override
    public int opening(GrowingText text, int at, Quoting place) {
        if (text.charAt(at) != '`' || !place.isAtLineStart()) {
            return GrowingText.OTHER;
        }
        int end = at + lengthOfFence(text, at);
        if (end - at > LONGEST) {
            return GrowingText.OTHER;
        }
        if (end == text.length()) {
            return GrowingText.UNSURE;
        }
        if (end - at < SHORTEST) {
            return GrowingText.OTHER;
        }
        int line = end;
        while (line < text.length() && text.charAt(line) != '\n') {
            if (++line - end > LONGEST_LANGUAGE) {
                return GrowingText.OTHER;
            }
        }
        if (line == text.length()) {
            return GrowingText.UNSURE;
        }
        return LANGUAGES.contains(text.between(end, line).strip()) ? line + 1 - at : GrowingText.OTHER;
    }

    @Override
    public CallReader reader(GrowingText text, int start, int at, OfferedTools tools) {
        return new Reader(at, lengthOfFence(text, start));
    }

    @Override
    public String write(String name, String arguments, Defused defused) {
        return "```json\n" + JsonForm.write(name, "arguments", arguments, defused) + "\n```";
    }

    @Override
    public String rule() {
        return "Each call is a code block of its own, on lines of its own. Such a block is always a call: show no examples"
                + " of calls.";
    }

    @Override
    public List<String> markers() {
        return List.of(); // Code blocks in results are harmless: what repeats one is a quotation.
    }

    /** More than the longest stands for all that are longer. */
    private static int lengthOfFence(GrowingText text, int start) {
        int end = start;
        while (end < text.length() && text.charAt(end) == '`' && end - start <= LONGEST) {
            end++;
        }
        return end - start;
    }

    private static final class Reader implements CallReader {

        private final int fence;
        private int start;
        private @Nullable JsonSpan span;
        private int close; // Where the end of the block begins, as far as that is known, and where it ends.
        private int closed;
        private int rest;

        Reader(int at, int fence) {
            this.start = at;
            this.fence = fence;
        }

        @Override
        public Reading read(GrowingText text, boolean isEnd) {
            if (span == null) {
                int from = start;
                start = text.skipBlank(start);
                if (start == text.length()) {
                    return Reading.unsure();
                }
                if (text.charAt(start) != '{' && text.charAt(start) != '[') {
                    return Reading.text(from);
                }
                span = new JsonSpan(start);
            }
            int end = span.end(text);
            return end < 0 ? Reading.unsure() : behind(text, end, isEnd);
        }

        private Reading behind(GrowingText text, int end, boolean isEnd) {
            close = text.skipBlank(Math.max(close, end));
            closed = Math.max(closed, close);
            while (closed < text.length() && text.charAt(closed) == '`') {
                closed++;
            }
            rest = Math.max(rest, closed);
            while (rest < text.length() && (text.charAt(rest) == ' ' || text.charAt(rest) == '\t')) {
                rest++;
            }
            if (rest == text.length() && !isEnd) {
                return Reading.unsure();
            }
            boolean isLine = text.between(end, close).contains("\n");
            boolean isClosed = closed - close >= fence
                    && (rest == text.length() || text.charAt(rest) == '\n' || text.charAt(rest) == '\r');
            List<WrittenCall> calls = isLine && isClosed ? JsonCalls.in(text.between(start, end), true) : List.of();
            return calls.isEmpty() ? Reading.text(end) : Reading.unmarked(closed, calls);
        }
    }
}
