package dev.intellibrix.provider.textcalls;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hermes, Qwen and many others: JSON between {@code <tool_call>} and {@code </tool_call>}. */
final class HermesSyntax implements CallSyntax {

    static final String OPEN = "<tool_call>";
    static final String CLOSE = "</tool_call>";

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
        return OPEN + "\n" + JsonForm.write(name, "arguments", arguments, defused) + "\n" + CLOSE;
    }

    @Override
    public List<String> markers() {
        return List.of("</?tool_calls?>");
    }

    private static final class Reader implements CallReader {

        private final int from;
        private int start;
        private @Nullable ClosedJson json;

        Reader(int from) {
            this.from = from;
            this.start = from;
        }

        @Override
        public Reading read(GrowingText text, boolean isEnd) {
            if (json == null) {
                start = text.skipBlank(start);
                if (start == text.length()) {
                    return Reading.unsure();
                }
                if (text.charAt(start) != '{' && text.charAt(start) != '[') {
                    return Reading.text(from);
                }
                json = new ClosedJson(start, CLOSE);
            }
            int end = json.end(text, isEnd);
            if (end < 0) {
                return Reading.unsure();
            }
            List<WrittenCall> calls = JsonCalls.marked(text.between(start, end).strip());
            int behind = end + CLOSE.length();
            return calls.isEmpty() ? Reading.text(behind) : Reading.marked(behind, calls);
        }
    }
}
