package dev.intellibrix.agenttools.checks;

import com.google.re2j.Matcher;

/**
 * A place as an output prints it.
 *
 * @param line from 1
 * @param column from 1; 0 when it is not known
 */
record Place(String file, int line, int column) {

    /** The file, the line and, where the output has it, the column of a match: three groups in a row. */
    static Place of(Matcher match, int firstGroup) {
        return new Place(match.group(firstGroup), number(match, firstGroup + 1), number(match, firstGroup + 2));
    }

    /** A number of a match; 0 when it is not there. The patterns allow seven digits. */
    static int number(Matcher match, int group) {
        String digits = group > match.groupCount() ? null : match.group(group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /** Whether this is code of somebody else, which is not to be corrected. */
    boolean isForeign() {
        return file.contains("node_modules/") || file.contains("node_modules\\") || file.startsWith("node:");
    }
}
