package dev.intellibrix.workspace.search;

import java.util.List;

/**
 * What stands between brackets in a wildcard pattern: characters, ranges, and named classes such as {@code [:alpha:]}.
 * Immutable.
 */
final class CharacterClass {

    private final List<Item> items;
    private final boolean negated;
    private final boolean ignoreCase;

    CharacterClass(List<Item> items, boolean negated, boolean ignoreCase) {
        this.items = List.copyOf(items);
        this.negated = negated;
        this.ignoreCase = ignoreCase;
    }

    /** A range; {@code single} marks a character that was written alone, which git compares without folding its case. */
    record Item(int low, int high, boolean single) {

        static Item of(int c) {
            return new Item(c, c, true);
        }

        static Item range(int low, int high) {
            return new Item(low, high, false);
        }
    }

    /** The ranges of a named class, which are those of ASCII; empty when there is no such class. */
    static List<Item> named(String name) {
        return switch (name) {
            case "alnum" -> ranges("09AZaz");
            case "alpha" -> ranges("AZaz");
            case "blank" -> ranges("  \t\t");
            case "cntrl" -> ranges("\0\u001f\u007f\u007f");
            case "digit" -> ranges("09");
            case "graph" -> ranges("!~");
            case "lower" -> ranges("az");
            case "print" -> ranges(" ~");
            case "punct" -> ranges("!/:@[`{~");
            case "space" -> ranges("\t\n\r\r  ");
            case "upper" -> ranges("AZ");
            case "xdigit" -> ranges("09AFaf");
            default -> List.of();
        };
    }

    private static List<Item> ranges(String ends) {
        Item[] items = new Item[ends.length() / 2];
        for (int i = 0; i < items.length; i++) {
            items[i] = Item.range(ends.charAt(2 * i), ends.charAt(2 * i + 1));
        }
        return List.of(items);
    }

    /**
     * Whether a character is in the class.
     *
     * @param c the character, in lower case when the class ignores case
     */
    boolean matches(int c) {
        return holds(c) != negated;
    }

    private boolean holds(int c) {
        int other = ignoreCase && c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
        for (Item item : items) {
            boolean within = c >= item.low && c <= item.high;
            boolean otherWithin = !item.single && other >= item.low && other <= item.high;
            if (within || otherWithin) {
                return true;
            }
        }
        return false;
    }
}
