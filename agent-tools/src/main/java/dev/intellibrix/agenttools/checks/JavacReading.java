package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;

/** Reads what javac prints: a place and a message, the line of code, a caret below the column, and details. */
final class JavacReading implements CheckParser.Reading {

    private static final Pattern HEAD =
            Pattern.compile("^(\\S.*?\\.\\w+):(\\d{1,7}): (error|warning): (?:\\[[^\\]]*\\] )?(.*)$");
    private static final String BARE = "error: ";

    private final Draft draft;

    JavacReading(CheckRun run) {
        this.draft = new Draft(run);
    }

    @Override
    public void line(String text) {
        boolean placed = text.contains(": error: ") || text.contains(": warning: ");
        Matcher head = placed ? HEAD.matcher(text) : null;
        if (head != null && head.matches()) {
            draft.close();
            if (head.group(3).equals("error")) {
                draft.open(head.group(4)).at(head.group(1), Place.number(head, 2), 0);
            }
            return;
        }
        if (text.startsWith(BARE)) {
            draft.open(text.substring(BARE.length()));
        } else if (Draft.isCaret(text)) {
            draft.caret(text);
        } else if (isDetail(text)) {
            draft.add(text);
        }
    }

    /** Whether a line says more of the message above it. */
    static boolean isDetail(String text) {
        String detail = text.strip();
        return text.startsWith("  ")
                && (detail.startsWith("symbol:")
                        || detail.startsWith("location:")
                        || detail.startsWith("required:")
                        || detail.startsWith("found:")
                        || detail.startsWith("reason:"));
    }

    @Override
    public void end() {
        draft.close();
    }
}
