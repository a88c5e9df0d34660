package dev.intellibrix.workspace.fs;

import dev.intellibrix.internal.text.CharacterBorder;
import dev.intellibrix.internal.text.VisibleText;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Paths as the model reads them: relative to the root, {@code /} between the names, nothing hidden. */
public final class Shown {

    private static final int MAX_CHARS = 300;

    private Shown() {}

    /** The path of these names below the root; {@code .} for the root itself. */
    public static String names(List<Path> names) {
        return names.isEmpty() ? "." : text(join(names));
    }

    /** The path of these names as it is, with nothing made visible. */
    public static String join(List<Path> names) {
        return names.isEmpty() ? "." : names.stream().map(Path::toString).collect(Collectors.joining("/"));
    }

    /** A text on one line, bounded. */
    public static String text(String text) {
        if (text.length() > MAX_CHARS) {
            int end = CharacterBorder.upTo(text, MAX_CHARS);
            return VisibleText.line(text.substring(0, end)) + "...";
        }
        return VisibleText.line(text);
    }
}
