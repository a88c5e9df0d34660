package dev.intellibrix.workspace.text;

/** How the lines of a text end. */
public enum LineEnds {
    NONE("no line ends"),
    LF("LF"),
    CRLF("CRLF"),
    MIXED("CRLF and LF mixed");

    private final String shown;

    LineEnds(String shown) {
        this.shown = shown;
    }

    public static LineEnds of(byte[] bytes, TextFormat format) {
        int unit = format.unitBytes();
        boolean lf = false;
        boolean crLf = false;
        for (int i = format.bomBytes(); i + unit <= bytes.length; i += unit) {
            if (format.isUnit(bytes, i, '\n')) {
                boolean carriage = i >= unit && format.isUnit(bytes, i - unit, '\r');
                crLf |= carriage;
                lf |= !carriage;
            }
        }
        if (crLf) {
            return lf ? MIXED : CRLF;
        }
        return lf ? LF : NONE;
    }

    /** As it is shown to the model. */
    @Override
    public String toString() {
        return shown;
    }
}
