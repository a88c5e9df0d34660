package dev.intellibrix.provider.textcalls;

import dev.intellibrix.provider.ToolSpec;
import dev.intellibrix.provider.textcalls.TextToolCalls.Format;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a scanner makes of a text: its pieces in order, those of text joined. */
final class Divided implements CallScanner.Output {

    static final List<ToolSpec> TOOLS = List.of(
            new ToolSpec("add", "Adds", "{\"properties\":{\"a\":{\"type\":\"integer\"},\"b\":{\"type\":\"integer\"}}}"),
            new ToolSpec(
                    "write",
                    "Writes",
                    "{\"properties\":{\"path\":{\"type\":\"string\"},\"lines\":{\"type\":[\"array\",\"null\"]},"
                            + "\"any\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}}}"));

    /** Each text, and each call as {@code name(arguments)}. */
    final List<String> pieces = new ArrayList<>();

    final List<WrittenCall> calls = new ArrayList<>();

    /** The markup of the calls, in order. */
    final List<String> markup = new ArrayList<>();

    final StringBuilder text = new StringBuilder();
    private final StringBuilder whole = new StringBuilder();
    private final CallScanner scanner;
    private boolean lastIsText;

    Divided(Format... formats) {
        List<CallSyntax> syntaxes =
                Arrays.stream(formats).sorted().map(Format::syntax).toList();
        OfferedTools tools = new OfferedTools(TOOLS);
        this.scanner = new CallScanner(
                syntaxes,
                tools,
                (reading, written) -> {
                    boolean follows = reading.calls().stream()
                            .allMatch(call -> (reading.isMarked() && !call.isBroken()) || tools.has(call.name()));
                    if (follows) {
                        markup.add(written);
                    }
                    return follows;
                },
                this);
    }

    /** What the whole text is made of, read in one piece. */
    static Divided of(String text, Format... formats) {
        return new Divided(formats).add(text).end();
    }

    Divided add(String piece) {
        scanner.add(piece);
        return this;
    }

    Divided end() {
        scanner.end();
        return this;
    }

    /** The text that was read, put together again from what was given out. */
    String whole() {
        return whole.toString();
    }

    /** Whether the last that was given out is text, and no call. */
    boolean endsInText() {
        return lastIsText;
    }

    @Override
    public void text(String more) {
        text.append(more);
        whole.append(more);
        if (lastIsText) {
            pieces.set(pieces.size() - 1, pieces.get(pieces.size() - 1) + more);
        } else {
            pieces.add(more);
        }
        lastIsText = true;
    }

    @Override
    public void calls(List<WrittenCall> found) {
        calls.addAll(found);
        found.forEach(call -> pieces.add(call.name() + "(" + call.arguments() + ")"));
        whole.append(markup.get(markup.size() - 1));
        lastIsText = false;
    }
}
