package dev.intellibrix.agenttools.diff;

import dev.intellibrix.agenttools.text.Lines;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What differs although a reader does not see it: line ends, and characters that look alike. */
final class Notes {

    private static final int MAX_ALIKE = 5;
    private static final int MAX_CHARS = 80;

    private final Lines a;
    private final Lines b;
    private final List<Change> changes;

    Notes(Lines a, Lines b, List<Change> changes) {
        this.a = a;
        this.b = b;
        this.changes = changes;
    }

    List<String> all() {
        List<String> notes = new ArrayList<>();
        if (changes.stream().allMatch(this::isOnlyOfLineEnds)) {
            notes.add("only line ends differ: " + lineEnds(a) + " before, " + lineEnds(b) + " after");
        } else {
            changes.forEach(change -> alike(change, notes));
        }
        return notes;
    }

    private boolean isOnlyOfLineEnds(Change change) {
        if (change.removed() != change.added()) {
            return false;
        }
        for (int i = 0; i < change.removed(); i++) {
            if (!body(a, change.aStart() + i).equals(body(b, change.bStart() + i))) {
                return false;
            }
        }
        return true;
    }

    private static String body(Lines lines, int line) {
        String text = lines.text(line);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    private String lineEnds(Lines lines) {
        int returns = 0;
        for (int line = 0; line < lines.count(); line++) {
            int end = lines.end(line);
            returns += end > lines.start(line) && lines.data()[end - 1] == '\r' ? 1 : 0;
        }
        String ends = returns == 0 ? "LF" : returns < lines.count() ? "CRLF and LF" : "CRLF";
        return lines.endsInLineFeed() ? ends : ends + ", none at the end,";
    }

    private void alike(Change change, List<String> notes) {
        if (change.removed() != change.added()) {
            return;
        }
        for (int i = 0; i < change.removed() && notes.size() < MAX_ALIKE; i++) {
            String before = body(a, change.aStart() + i);
            String after = body(b, change.bStart() + i);
            if (!before.equals(after) && normal(before).equals(normal(after))) {
                notes.add("line " + (change.aStart() + i + 1) + " only looks the same: \"" + escaped(before)
                        + "\" before, \"" + escaped(after) + "\" after");
            }
        }
    }

    /** The text as it looks: composed, without what is not drawn, blanks at the end left out. */
    private static String normal(String text) {
        if (text.chars().allMatch(c -> c < 0x80)) {
            return text;
        }
        StringBuilder drawn = new StringBuilder(text.length());
        Normalizer.normalize(text, Normalizer.Form.NFKC)
                .codePoints()
                .filter(c -> !Character.isIdentifierIgnorable(c))
                .forEach(drawn::appendCodePoint);
        return drawn.toString();
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().limit(MAX_CHARS).forEach(c -> {
            if (c >= ' ' && c < 0x7f) {
                escaped.append((char) c);
            } else {
                escaped.append(String.format(Locale.ROOT, "\\u%04X", c));
            }
        });
        return escaped.append(text.length() > MAX_CHARS ? "..." : "").toString();
    }
}
