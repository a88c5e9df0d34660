package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.Optional;

/** Reads Jest's default reporter and its JSON: a heading with a dot, the message, and a stack trace. */
final class JestReading implements CheckParser.Reading {

    private static final Pattern FILE =
            Pattern.compile("^\\s*FAIL\\s+(?:.*\\s)?(\\S+\\.\\w+)(?: \\([\\d.]+ m?s\\))?\\s*$");
    private static final Pattern HEAD = Pattern.compile("^\\s*\u25cf (\\S.*)$");
    private static final Pattern CODE = Pattern.compile("^\\s*>?\\s*\\d* \\|");
    private static final int MESSAGE_LINES = 8;

    private final CheckRun run;
    private final Draft draft;
    private String file = "";
    private int messageLines;

    JestReading(CheckRun run) {
        this.run = run;
        this.draft = new Draft(run);
    }

    @Override
    public void line(String text) {
        if (TestJson.isReport(text)) {
            TestJson.read(text, run);
            return;
        }
        if (text.startsWith("PASS ") || text.startsWith("Test Suites:") || text.startsWith("Summary of all")) {
            close();
            return;
        }
        Matcher start = text.contains("FAIL") ? FILE.matcher(text) : null;
        if (start != null && start.matches()) {
            close();
            file = start.group(1);
            return;
        }
        Matcher head = text.indexOf('\u25cf') < 0 ? null : HEAD.matcher(text);
        if (head != null && head.matches()) {
            begin(head.group(1));
        } else if (draft.isOpen()) {
            body(text);
        }
    }

    private void begin(String title) {
        close();
        if (!title.startsWith("Console") && !title.endsWith("Warning:")) {
            draft.open(title + ":");
            messageLines = 0;
        }
    }

    private void body(String text) {
        Optional<Place> frame = TestJson.frame(text).findFirst();
        if (frame.isPresent()) {
            if (!draft.hasPlace()) {
                draft.at(frame.get().file(), frame.get().line(), frame.get().column());
            }
        } else if (!draft.hasPlace() && messageLines < MESSAGE_LINES && !isCode(text)) {
            messageLines += text.isBlank() ? 0 : 1;
            draft.add(text);
        }
    }

    /** A line of the code around the place, or a frame of somebody else's code. */
    private static boolean isCode(String text) {
        return CODE.matcher(text).find() || text.strip().startsWith("at ");
    }

    private void close() {
        if (draft.isOpen() && !draft.hasPlace() && !file.isEmpty()) {
            draft.at(file, 0, 0);
        }
        draft.close();
    }

    @Override
    public void end() {
        close();
    }
}
