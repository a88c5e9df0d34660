package dev.intellibrix.agenttools.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Pattern;

/** The TeX source that a formula in MathML carries for those who can not show it. */
final class Formula {

    private static final int MAX_LENGTH = 2_000;

    /** Nobody sees the source of a formula, so what reads as a sentence is no source. */
    private static final Pattern SENTENCE =
            Pattern.compile("(?<![\\\\\\p{L}])\\p{L}{2,}[\\s,]+\\p{L}{2,}[\\s,]+\\p{L}{2,}");

    private Formula() {}

    /** The source on one line; empty when there is none. */
    static String source(Part math) {
        String source = annotation(math);
        String text = source.isEmpty() ? math.attribute("alttext") : source;
        if (text.length() > MAX_LENGTH) {
            return "";
        }
        String line = Characters.line(text);
        return SENTENCE.matcher(line).find() ? "" : line;
    }

    private static String annotation(Part math) {
        Deque<Part> todo = new ArrayDeque<>();
        todo.push(math);
        while (!todo.isEmpty()) {
            Part part = todo.pop();
            if (part.is("annotation")
                    && part.attribute("encoding").toLowerCase(Locale.ROOT).contains("tex")) {
                StringBuilder text = new StringBuilder();
                part.children().forEach(child -> text.append(child.text()));
                return text.toString();
            }
            part.children().forEach(todo::push);
        }
        return "";
    }
}
