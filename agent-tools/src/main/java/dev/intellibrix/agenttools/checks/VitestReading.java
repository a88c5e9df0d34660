package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads Vitest's default reporter and its JSON. Several tests that fail in the same way stand above one message; the place
 * is the first frame of the project below it.
 */
final class VitestReading implements CheckParser.Reading {

    private static final Pattern HEAD = Pattern.compile("^\\s*FAIL\\s+(?:\\|[^|]+\\|\\s+)?(\\S.*)$");
    private static final Pattern UNHANDLED = Pattern.compile("^\u23af+ (Unhandled [A-Z][a-z]+) \u23af+");
    private static final Pattern FRAME = Pattern.compile("^\\s*\u276f (?:\\S.* )?(\\S+):(\\d{1,7}):(\\d{1,7})\\s*$");
    private static final String NEXT = " > ";

    /** A test that failed: its file, and its name below that. */
    private record Failed(String file, String name) {

        static Failed of(String head) {
            int bracket = head.indexOf(" [ ");
            String path = bracket < 0 ? head : head.substring(0, bracket);
            int cut = path.indexOf(NEXT);
            return cut < 0
                    ? new Failed(path.strip(), "")
                    : new Failed(
                            path.substring(0, cut).strip(),
                            path.substring(cut + NEXT.length()).strip());
        }
    }

    private final CheckRun run;
    private final List<Failed> heads = new ArrayList<>();
    private final StringBuilder message = new StringBuilder();
    private boolean messageEnded;
    private @Nullable Place place;

    VitestReading(CheckRun run) {
        this.run = run;
    }

    @Override
    public void line(String text) {
        if (TestJson.isReport(text)) {
            TestJson.read(text, run);
            return;
        }
        Matcher head = text.contains("FAIL") ? HEAD.matcher(text) : null;
        if (head != null && head.matches()) {
            begin(Failed.of(head.group(1)));
        } else if (text.startsWith("\u23af")) {
            close();
            Matcher unhandled = UNHANDLED.matcher(text);
            if (unhandled.find()) {
                begin(new Failed("", unhandled.group(1)));
            }
        } else if (!heads.isEmpty()) {
            body(text);
        }
    }

    private void begin(Failed failed) {
        if (message.length() > 0 || place != null) {
            close();
        }
        heads.add(failed);
    }

    private void body(String text) {
        Matcher frame = text.indexOf('\u276f') < 0 ? null : FRAME.matcher(text);
        if (frame != null && frame.matches()) {
            messageEnded = true;
            Place found = Place.of(frame, 1);
            if (place == null && !found.isForeign()) {
                place = found;
            }
        } else if (text.isBlank()) {
            messageEnded |= message.length() > 0;
        } else if (!messageEnded) {
            message.append(message.length() == 0 ? "" : "\n").append(text.strip());
        }
    }

    private void close() {
        for (Failed failed : heads) {
            String what = message.length() == 0 ? "failed" : message.toString();
            String text = failed.name.isEmpty() ? what : failed.name + ": " + what;
            if (place != null) {
                run.failed(CheckFailure.at(place.file(), place.line(), place.column(), text));
            } else {
                run.failed(failed.file.isEmpty() ? CheckFailure.of(text) : CheckFailure.at(failed.file, 0, 0, text));
            }
        }
        heads.clear();
        message.setLength(0);
        messageEnded = false;
        place = null;
    }

    @Override
    public void end() {
        close();
    }
}
