package dev.intellibrix.provider.textcalls;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Mistral: {@code [TOOL_CALLS]} with a JSON array of calls behind it, or, in later models, with the name, {@code [ARGS]} and
 * the arguments.
 */
final class MistralSyntax implements CallSyntax {

    private static final String OPEN = "[TOOL_CALLS]";
    private static final String ID = "[CALL_ID]";
    private static final String ARGUMENTS = "[ARGS]";
    private static final int LONGEST_WORD = 200;

    @Override
    public int opening(GrowingText text, int at, Quoting place) {
        return text.match(at, OPEN);
    }

    @Override
    public CallReader reader(GrowingText text, int start, int at, OfferedTools tools) {
        return new Reader(at);
    }

    @Override
    public String write(String name, String arguments, Defused defused) {
        return OPEN + "[" + JsonForm.write(name, "arguments", arguments, defused) + "]";
    }

    @Override
    public List<String> markers() {
        return List.of("\\[TOOL_CALLS\\]", "\\[CALL_ID\\]", "\\[ARGS\\]");
    }

    private static final class Reader implements CallReader {

        private final int from;
        private int at;
        private int start;
        private int json;
        private String name = "";
        private @Nullable JsonSpan span;

        Reader(int from) {
            this.from = from;
            this.at = from;
        }

        @Override
        public Reading read(GrowingText text, boolean isEnd) {
            if (span == null) {
                Reading head = head(text);
                if (head != null) {
                    return head;
                }
            }
            int end = span == null ? -1 : span.end(text);
            if (end < 0) {
                return Reading.unsure();
            }
            String json = text.between(start, end);
            List<WrittenCall> calls = name.isEmpty() ? JsonCalls.marked(json) : List.of(JsonCalls.of(name, json));
            return calls.isEmpty() ? Reading.text(end) : Reading.marked(end, calls);
        }

        /** What stands before the JSON; null when the JSON has begun. */
        private @Nullable Reading head(GrowingText text) {
            at = text.skipBlank(at);
            if (at == text.length()) {
                return Reading.unsure();
            }
            if (text.charAt(at) == '[' || text.charAt(at) == '{') {
                return begin(at);
            }
            int end = endOfWord(text, at);
            if (end == at || end - at > LONGEST_WORD) {
                return Reading.text(from);
            }
            if (end == text.length()) {
                return Reading.unsure();
            }
            name = text.between(at, end);
            return text.charAt(end) == '{' ? begin(end) : marks(text, end);
        }

        /** The marks between the name and the arguments; an id of the model's is of no use. */
        private @Nullable Reading marks(GrowingText text, int end) {
            int id = text.match(end, ID);
            int next = id > 0 ? endOfWord(text, end + id) : end;
            if (next - end > LONGEST_WORD) {
                return Reading.text(end);
            }
            int marked = text.match(next, ARGUMENTS);
            if (marked == GrowingText.OTHER && id != GrowingText.UNSURE) {
                return Reading.text(end);
            }
            json = marked > 0 ? text.skipBlank(Math.max(json, next + marked)) : text.length();
            if (json == text.length()) {
                return Reading.unsure();
            }
            return text.charAt(json) == '{' ? begin(json) : Reading.text(end);
        }

        private @Nullable Reading begin(int bracket) {
            start = bracket;
            span = new JsonSpan(bracket);
            return null;
        }

        private static int endOfWord(GrowingText text, int from) {
            int end = from;
            while (end < text.length() && isWord(text.charAt(end))) {
                end++;
            }
            return end;
        }

        private static boolean isWord(char c) {
            return (c < 0x80 && Character.isLetterOrDigit(c))
                    || c == '_'
                    || c == '-'
                    || c == '.'
                    || c == ':'
                    || c == '/';
        }
    }
}
