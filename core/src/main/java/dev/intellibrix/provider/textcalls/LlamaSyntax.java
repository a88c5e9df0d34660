package dev.intellibrix.provider.textcalls;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Llama 3.1 and later: JSON behind {@code <|python_tag|>}, or, since servers leave that mark out, an answer that is nothing
 * but JSON; several calls have semicolons between them.
 */
final class LlamaSyntax implements CallSyntax {

    private static final String OPEN = "<|python_tag|>";
    private static final List<String> ENDS = List.of("<|eom_id|>", "<|eot_id|>");

    @Override
    public int opening(GrowingText text, int at, Quoting place) {
        return text.charAt(at) == '{' ? (place.isAtBeginning() ? 1 : GrowingText.OTHER) : text.match(at, OPEN);
    }

    @Override
    public CallReader reader(GrowingText text, int start, int at, OfferedTools tools) {
        return text.charAt(start) == '{' ? new Reader(start, false) : new Reader(at, true);
    }

    @Override
    public String write(String name, String arguments, Defused defused) {
        return JsonForm.write(name, "parameters", arguments, defused);
    }

    @Override
    public String separator() {
        return "; ";
    }

    @Override
    public String rule() {
        return "An answer with a call is that JSON and nothing else: no other text, no code block. Several calls have"
                + " a semicolon between them.";
    }

    @Override
    public List<String> markers() {
        return List.of(); // The marks with bars are always taken.
    }

    private static final class Reader implements CallReader {

        private final boolean isMarked;
        private final List<WrittenCall> calls = new ArrayList<>();
        private int at;
        private int start;
        private int next;
        private @Nullable JsonSpan span;

        Reader(int at, boolean isMarked) {
            this.at = at;
            this.start = at;
            this.isMarked = isMarked;
        }

        @Override
        public Reading read(GrowingText text, boolean isEnd) {
            while (true) {
                Reading done = span == null ? begin(text, isEnd) : goOn(text, isEnd, span);
                if (done != null) {
                    return done;
                }
            }
        }

        private @Nullable Reading begin(GrowingText text, boolean isEnd) {
            start = text.skipBlank(start);
            if (start == text.length()) {
                return isEnd ? ended() : Reading.unsure();
            }
            if (text.charAt(start) != '{') {
                return ended();
            }
            span = new JsonSpan(start);
            return null;
        }

        private @Nullable Reading goOn(GrowingText text, boolean isEnd, JsonSpan json) {
            int end = json.end(text);
            if (end < 0) {
                return Reading.unsure();
            }
            if (at != end) {
                String written = text.between(start, end);
                List<WrittenCall> found = isMarked ? JsonCalls.marked(written) : JsonCalls.in(written, true);
                if (found.isEmpty()) {
                    return Reading.text(end);
                }
                calls.addAll(found);
                at = end;
            }
            return behind(text, isEnd);
        }

        /** What stands behind an object: one more, or the end. */
        private @Nullable Reading behind(GrowingText text, boolean isEnd) {
            next = text.skipBlank(Math.max(next, at));
            if (next == text.length()) {
                return !isEnd ? Reading.unsure() : isMarked ? Reading.marked(at, calls) : Reading.unmarked(at, calls);
            }
            if (text.charAt(next) == ';') {
                start = next + 1;
                span = null;
                return null;
            }
            for (String mark : isMarked ? ENDS : List.<String>of()) {
                int found = text.match(next, mark);
                if (found == GrowingText.UNSURE && !isEnd) {
                    return Reading.unsure();
                }
                if (found > 0) {
                    return Reading.marked(next + found, calls);
                }
            }
            return ended();
        }

        /** Something else follows, so that only a mark makes calls of what came before. */
        private Reading ended() {
            return isMarked && !calls.isEmpty() ? Reading.marked(at, calls) : Reading.text(at);
        }
    }
}
