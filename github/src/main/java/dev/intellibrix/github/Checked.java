package dev.intellibrix.github;

/** Checks of options. */
final class Checked {

    private Checked() {}

    static int between(int value, int min, int max, String name) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be between " + min + " and " + max + ", but is " + value);
        }
        return value;
    }
}
