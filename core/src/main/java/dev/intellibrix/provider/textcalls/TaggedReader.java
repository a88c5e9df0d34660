package dev.intellibrix.provider.textcalls;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.provider.textcalls.TaggedSyntax.Tags;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Reads calls of a {@link TaggedSyntax}. An argument ends where its end mark is followed by the next one or by the call's end. */
final class TaggedReader implements CallReader {

    private static final int LONGEST_NAME = 200;

    private final Tags tags;
    private final OfferedTools tools;
    private final boolean isWrapped;
    private final List<WrittenCall> calls = new ArrayList<>();
    private Phase phase = Phase.BETWEEN;
    private String name = "";
    private int at;
    private int body;
    private @Nullable ClosedJson json;

    private enum Phase {
        BETWEEN,
        HEAD,
        BODY,
        ARGUMENTS,
        JSON
    }

    /** Reads from here, where a call begins, with white space before it when it is in a wrapper. */
    TaggedReader(Tags tags, int at, boolean isWrapped, OfferedTools tools) {
        this.tags = tags;
        this.at = at;
        this.isWrapped = isWrapped;
        this.tools = tools;
    }

    @Override
    public Reading read(GrowingText text, boolean isEnd) {
        Reading reading = null;
        while (reading == null) {
            reading = switch (phase) {
                case BETWEEN -> between(text);
                case HEAD -> head(text);
                case BODY -> body(text);
                case ARGUMENTS -> arguments(text);
                case JSON -> json(text, isEnd);
            };
        }
        return reading;
    }

    private @Nullable Reading between(GrowingText text) {
        at = text.skipBlank(at);
        if (at == text.length()) {
            return Reading.unsure();
        }
        int open = text.match(at, tags.callOpen());
        int close = isWrapped && !calls.isEmpty() ? text.match(at, tags.wrapperClose()) : GrowingText.OTHER;
        if (open > 0) {
            at += open;
            phase = Phase.HEAD;
            return null;
        }
        if (close > 0) {
            return Reading.marked(at + close, calls);
        }
        return open == GrowingText.UNSURE || close == GrowingText.UNSURE ? Reading.unsure() : Reading.text(at);
    }

    private @Nullable Reading head(GrowingText text) {
        for (int end = at; end <= at + LONGEST_NAME; end++) {
            int mark = end == text.length() ? GrowingText.UNSURE : text.match(end, tags.headEnd());
            if (mark == GrowingText.UNSURE) {
                return Reading.unsure();
            }
            if (mark > 0) {
                name = text.between(at, end).strip();
                body = end + mark;
                phase = Phase.BODY;
                return name.isEmpty() ? Reading.text(at) : null;
            }
            if (text.charAt(end) == '\n' || text.charAt(end) == '<') {
                return Reading.text(at);
            }
        }
        return Reading.text(at);
    }

    /** Whether elements or JSON follow. */
    private @Nullable Reading body(GrowingText text) {
        at = text.skipBlank(Math.max(at, body));
        if (at == text.length()) {
            return Reading.unsure();
        }
        if (tags.takesJson() && text.charAt(at) == '{') {
            json = new ClosedJson(at, tags.callClose());
            phase = Phase.JSON;
        } else {
            phase = Phase.ARGUMENTS;
        }
        return null;
    }

    private @Nullable Reading json(GrowingText text, boolean isEnd) {
        int end = json == null ? -1 : json.end(text, isEnd);
        if (end < 0) {
            return Reading.unsure();
        }
        return taken(end, JsonCalls.of(name, text.between(body, end).strip()));
    }

    private @Nullable Reading arguments(GrowingText text) {
        while (true) {
            int end = text.indexOf(tags.callClose(), at);
            if (end < 0) {
                at = Math.max(at, text.length() - tags.callClose().length() + 1);
                return Reading.unsure();
            }
            int last = text.trimmedEnd(body, end);
            if (last == body || text.endsWith(tags.parameterClose(), body, last)) {
                ObjectNode read = argumentsIn(text, end);
                return read == null
                        ? Reading.text(end + tags.callClose().length())
                        : taken(end, new WrittenCall(name, Json.write(read), false, false));
            }
            at = end + 1; // It belongs to the text of an argument.
        }
    }

    private @Nullable Reading taken(int end, WrittenCall call) {
        calls.add(call);
        at = end + tags.callClose().length();
        phase = Phase.BETWEEN;
        json = null;
        return isWrapped ? null : Reading.marked(at, calls);
    }

    private @Nullable ObjectNode argumentsIn(GrowingText text, int end) {
        ObjectNode read = Json.object();
        int next = text.skipBlank(body);
        while (next < end) {
            int open = text.match(next, tags.parameterOpen());
            int headEnd = open > 0 ? text.indexOf(tags.headEnd(), next + open) : -1;
            if (headEnd < 0 || headEnd >= end) {
                return null;
            }
            String key = text.between(next + open, headEnd).strip();
            int start = headEnd + tags.headEnd().length();
            int close = endOfArgument(text, start, end);
            if (close < 0 || key.isEmpty() || read.has(key)) {
                return null;
            }
            read.set(key, tools.valueOf(name, key, text.between(start, close)));
            next = text.skipBlank(close + tags.parameterClose().length());
        }
        return read;
    }

    private int endOfArgument(GrowingText text, int start, int end) {
        int close = text.indexOf(tags.parameterClose(), start);
        while (close >= 0 && close < end) {
            int next = text.skipBlank(close + tags.parameterClose().length());
            if (next == end || text.match(next, tags.parameterOpen()) > 0) {
                return close;
            }
            close = text.indexOf(tags.parameterClose(), close + 1);
        }
        return -1;
    }
}
