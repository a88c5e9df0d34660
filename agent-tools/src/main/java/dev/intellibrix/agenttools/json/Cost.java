package dev.intellibrix.agenttools.json;

/** What values take in memory, in bytes by estimate; a little more than they do in a JVM with compressed pointers. */
final class Cost {

    /** A number or a constant, and the reference to it. */
    static final int VALUE = 40;

    /** A string beside its characters, or a key that is not shared. */
    static final int TEXT = 64;

    /** An array beside its elements. */
    static final int ARRAY = 72;

    /** A reference in an array, and the room that is left for more. */
    static final int ELEMENT = 12;

    /** An object beside its entries. */
    static final int OBJECT = 112;

    /** An entry of an object beside its key and its value. */
    static final int ENTRY = 16;

    /** An entry of an object that has a table of its keys, which it has when they are more than a few. */
    static final int TABLED = 96;

    /** As many keys have no table. */
    static final int FEW = 10;

    private Cost() {}

    /** An object with so many entries, beside their keys and values. */
    static long object(int entries) {
        return OBJECT + (long) entries * (entries > FEW ? TABLED : ENTRY);
    }
}
