package dev.intellibrix.agenttools.diff;

import dev.intellibrix.agenttools.text.Lines;
import java.util.Arrays;

/** Numbers the lines of two texts, so that equal lines have equal numbers. The end of a line is a part of it. */
final class LineIds {

    private final Lines[] texts;
    private final int[][] ids;
    private final int[] slots; // Numbers plus one, by hash; 0 for none.
    private final int[] textOf; // Of each number: the text and the line where it was first seen.
    private final int[] lineOf;
    private final int[] hashOf;
    private int count;

    LineIds(Lines a, Lines b) {
        this.texts = new Lines[] {a, b};
        int most = a.count() + b.count();
        this.ids = new int[][] {new int[a.count()], new int[b.count()]};
        this.slots = new int[Integer.highestOneBit(Math.max(8, most)) * 4];
        this.textOf = new int[most];
        this.lineOf = new int[most];
        this.hashOf = new int[most];
        number(0);
        number(1);
    }

    private void number(int text) {
        for (int line = 0; line < texts[text].count(); line++) {
            ids[text][line] = idOf(text, line);
        }
    }

    private int idOf(int text, int line) {
        int hash = hash(text, line);
        int slot = (hash ^ (hash >>> 15)) & (slots.length - 1);
        while (slots[slot] != 0) {
            int id = slots[slot] - 1;
            if (hashOf[id] == hash && isSame(text, line, textOf[id], lineOf[id])) {
                return id;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        textOf[count] = text;
        lineOf[count] = line;
        hashOf[count] = hash;
        slots[slot] = count + 1;
        return count++;
    }

    private int hash(int text, int line) {
        byte[] data = texts[text].data();
        int hash = 1;
        for (int i = texts[text].start(line); i < texts[text].start(line + 1); i++) {
            hash = 31 * hash + data[i];
        }
        return hash * 0x9E3779B9;
    }

    private boolean isSame(int text, int line, int otherText, int otherLine) {
        Lines a = texts[text];
        Lines b = texts[otherText];
        return Arrays.equals(
                a.data(), a.start(line), a.start(line + 1), b.data(), b.start(otherLine), b.start(otherLine + 1));
    }

    /** The numbers of the lines of the first text; not a copy. */
    int[] first() {
        return ids[0];
    }

    /** The numbers of the lines of the second text; not a copy. */
    int[] second() {
        return ids[1];
    }

    /** How many different lines there are: all numbers are below. */
    int count() {
        return count;
    }
}
