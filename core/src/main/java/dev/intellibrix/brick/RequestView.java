package dev.intellibrix.brick;

import dev.intellibrix.approval.ApprovalRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * A call that waits for a decision, as lines: all that {@link ApprovalRequest#describe} says and nothing else, in a frame. A
 * line that is too long goes on in a line with another mark, so that it can not pass for several.
 */
final class RequestView {

    private static final int MARGIN = 3; // The mark, and one column that stays free.

    private final Style style;
    private final SafeText safe;
    private final int columns;

    RequestView(Style style, SafeText safe, int columns) {
        this.style = style;
        this.safe = safe;
        this.columns = columns;
    }

    List<String> lines(ApprovalRequest request, boolean isEdited) {
        List<String> lines = new ArrayList<>();
        for (String line : safe.exact(request.describe()).split("\n", -1)) {
            boolean isFirst = lines.isEmpty();
            String shown = isFirst && isEdited ? line + " (as you changed it)" : line;
            String mark = isFirst ? style.top() : style.bar();
            for (String piece : Columns.wrap(shown, columns - MARGIN)) {
                lines.add(style.cyan(mark) + painted(shown, piece, request, isFirst));
                mark = style.brokenBar();
            }
        }
        return lines;
    }

    private String painted(String line, String piece, ApprovalRequest request, boolean isFirst) {
        if (isFirst) {
            return style.bold(piece);
        }
        // Fields of the input are indented: no line of the input begins so.
        if (line.startsWith("trust: ")) {
            return request.label().isUntrusted() ? style.yellow(piece) : style.green(piece);
        }
        return line.startsWith("why asked: ") ? style.dim(piece) : piece;
    }
}
