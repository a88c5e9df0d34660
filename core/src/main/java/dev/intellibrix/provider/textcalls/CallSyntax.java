package dev.intellibrix.provider.textcalls;

import java.util.List;

/** One way of writing tool calls in text. Immutable. */
interface CallSyntax {

    /**
     * Whether a call begins here.
     *
     * @param place what stands around here; never a quotation
     * @return the length of the opening, {@link GrowingText#UNSURE} or {@link GrowingText#OTHER}
     */
    int opening(GrowingText text, int at, Quoting place);

    /** Reads on behind an opening, which stands from {@code start} to {@code at}. */
    CallReader reader(GrowingText text, int start, int at, OfferedTools tools);

    /**
     * A call as the model is to write it.
     *
     * @param arguments the text of a JSON object
     * @param defused what keeps markup in the arguments from being read as such
     */
    String write(String name, String arguments, Defused defused);

    /** What stands between two calls. */
    default String separator() {
        return "\n";
    }

    /** What the model is told beside the form of a call. */
    default String rule() {
        return "Write calls on lines of their own, and never inside a code block or a quotation.";
    }

    /** All markers of this way, as regular expressions. */
    List<String> markers();
}
