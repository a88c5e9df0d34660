package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads rustc below cargo, whose messages stand above their places, and the panics of failing tests. */
final class CargoReading implements CheckParser.Reading {

    private static final Pattern ERROR = Pattern.compile("^error(\\[E\\d+\\])?: (.*)$");
    private static final Pattern ARROW = Pattern.compile("^\\s*--> (\\S.*?):(\\d{1,7}):(\\d{1,7})\\s*$");
    private static final Pattern SHORT = Pattern.compile("^(\\S.*?):(\\d{1,7}):(\\d{1,7}): error(\\[E\\d+\\])?: (.*)$");
    private static final Pattern PANIC = Pattern.compile(
            "^thread '(.*)' (?:\\(\\d+\\) )?panicked at (?:'(.*)', )?(\\S.*?):(\\d{1,7}):(\\d{1,7}):?$");
    private static final Pattern TEST = Pattern.compile("^---- (\\S.*) stdout ----$");
    private static final int MESSAGE_LINES = 6;

    private final CheckRun run;
    private final Draft draft;
    private @Nullable String unplaced;
    private int panicLines;

    CargoReading(CheckRun run) {
        this.run = run;
        this.draft = new Draft(run);
    }

    @Override
    public void line(String text) {
        Matcher error = text.startsWith("error") ? ERROR.matcher(text) : null;
        if (error != null && error.matches()) {
            open(error.group(2), error.group(1));
        } else if (text.startsWith("thread '")) {
            panic(PANIC.matcher(text));
        } else if (text.contains("--> ")) {
            arrow(ARROW.matcher(text));
        } else if (text.contains(": error") && shortForm(SHORT.matcher(text))) {
            draft.close();
        } else if (draft.isOpen() && draft.hasPlace()) {
            panicMessage(text);
        } else if (isHead(text)) {
            endPart();
        }
    }

    private void open(String message, @Nullable String code) {
        endPart();
        draft.open(code == null ? message : message + " " + code);
    }

    /** {@code --message-format short}: all in one line. */
    private boolean shortForm(Matcher match) {
        if (!match.matches()) {
            return false;
        }
        open(match.group(5), match.group(4));
        Place place = Place.of(match, 1);
        draft.at(place.file(), place.line(), place.column());
        return true;
    }

    private static boolean isHead(String text) {
        return text.startsWith("warning")
                || text.isEmpty()
                || TEST.matcher(text).matches();
    }

    private void arrow(Matcher match) {
        if (match.matches() && draft.isOpen() && !draft.hasPlace()) {
            Place place = Place.of(match, 1);
            draft.at(place.file(), place.line(), place.column());
            draft.close();
        }
    }

    private void panic(Matcher match) {
        if (!match.matches()) {
            return;
        }
        endPart();
        String said = match.group(2) == null ? "" : ": " + match.group(2);
        Place place = Place.of(match, 3);
        draft.open(match.group(1) + " panicked" + said).at(place.file(), place.line(), place.column());
        panicLines = match.group(2) == null ? MESSAGE_LINES : 0;
    }

    /** Newer versions print the message of a panic below its place. */
    private void panicMessage(String text) {
        if (panicLines-- > 0 && !text.isBlank() && !text.startsWith("note:") && !text.startsWith("stack backtrace")) {
            draft.add(text);
        } else {
            draft.close();
        }
    }

    /** An error without a place is told only when there is none with one: it sums the others up. */
    private void endPart() {
        if (draft.isOpen() && !draft.hasPlace()) {
            unplaced = unplaced == null ? draft.text() : unplaced;
            draft.drop();
        }
        draft.close();
    }

    @Override
    public void end() {
        endPart();
        if (run.count() == 0 && unplaced != null) {
            run.failed(CheckFailure.of(unplaced));
        }
    }
}
