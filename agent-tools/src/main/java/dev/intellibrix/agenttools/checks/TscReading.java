package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;

/** Reads what the TypeScript compiler prints, plain or pretty; errors of the whole project have no place. */
final class TscReading implements CheckParser.Reading {

    private static final Pattern PLAIN = Pattern.compile("^(\\S.*?)\\((\\d{1,7}),(\\d{1,7})\\): error (TS\\d+: .*)$");
    private static final Pattern PRETTY = Pattern.compile("^(\\S.*?):(\\d{1,7}):(\\d{1,7}) - error (TS\\d+: .*)$");
    private static final Pattern BARE = Pattern.compile("^error (TS\\d+: .*)$");

    private final Draft draft;

    TscReading(CheckRun run) {
        this.draft = new Draft(run);
    }

    @Override
    public void line(String text) {
        if (text.contains("error TS") && (placed(PLAIN.matcher(text)) || placed(PRETTY.matcher(text)) || bare(text))) {
            return;
        }
        if (text.startsWith("  ") && !text.isBlank()) {
            draft.add(text); // The reason of a message is indented below it.
        } else {
            draft.close();
        }
    }

    private boolean placed(Matcher match) {
        if (!match.matches()) {
            return false;
        }
        Place place = Place.of(match, 1);
        draft.open(match.group(4)).at(place.file(), place.line(), place.column());
        return true;
    }

    private boolean bare(String text) {
        Matcher match = BARE.matcher(text);
        if (match.matches()) {
            draft.open(match.group(1));
        }
        return match.matches();
    }

    @Override
    public void end() {
        draft.close();
    }
}
