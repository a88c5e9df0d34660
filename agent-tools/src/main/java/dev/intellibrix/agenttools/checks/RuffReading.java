package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;

/** Reads Ruff: one line a problem, or the message above and an arrow with the place below it. */
final class RuffReading implements CheckParser.Reading {

    private static final Pattern RULE = Pattern.compile("[A-Z]{1,6}\\d{2,5}");
    private static final Pattern ARROW = Pattern.compile("^\\s*--> (\\S.*?):(\\d{1,7}):(\\d{1,7})\\s*$");

    private final Draft draft;
    private final CheckParser.Reading lines;

    RuffReading(CheckRun run) {
        this.draft = new Draft(run);
        this.lines = new GenericReading(run);
    }

    @Override
    public void line(String text) {
        Matcher arrow = text.contains("--> ") ? ARROW.matcher(text) : null;
        if (arrow != null && arrow.matches()) {
            if (draft.isOpen()) {
                Place place = Place.of(arrow, 1);
                draft.at(place.file(), place.line(), place.column());
                draft.close();
            }
            return;
        }
        draft.drop();
        if (isHead(text)) {
            draft.open(text);
        } else {
            lines.line(text);
        }
    }

    private static boolean isHead(String text) {
        int blank = text.indexOf(' ');
        return text.startsWith("invalid-syntax")
                || (blank > 2
                        && blank < 12
                        && RULE.matcher(text.substring(0, blank)).matches());
    }

    @Override
    public void end() {
        lines.end();
    }
}
