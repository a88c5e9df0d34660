package dev.intellibrix.workspace.text;

import dev.intellibrix.internal.text.CharacterBorder;

/** Cuts texts, and says so. */
final class Cut {

    private Cut() {}

    /** The text up to this many UTF-16 units, with a mark when it was longer. */
    static String line(String text, int most) {
        return text.length() <= most ? text : text.substring(0, CharacterBorder.upTo(text, most)) + " [... cut]";
    }
}
