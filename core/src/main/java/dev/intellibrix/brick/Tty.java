package dev.intellibrix.brick;

/** The device behind a terminal: how it hands over what is typed, and how large it is. */
interface Tty {

    /**
     * Hands over each key as it is pressed, without showing it, Ctrl-C like any other.
     *
     * @return false when it can not; lines are handed over then
     */
    boolean keys();

    /** Hands over what is typed line by line, as its user has set it up. */
    void lines();

    /** How large it is now. */
    Size size();

    /** A device that hands over lines and nothing else. */
    static Tty linesOnly() {
        return new Tty() {
            @Override
            public boolean keys() {
                return false;
            }

            @Override
            public void lines() {}

            @Override
            public Size size() {
                return Size.USUAL;
            }
        };
    }
}
