package dev.intellibrix.workspace;

import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Shown;
import java.util.regex.Pattern;

/** Which names a branch may have: those that git-check-ref-format(1) allows, and that start with no dash. */
final class GitNames {

    private static final int MAX_LENGTH = 200;
    private static final Pattern FORBIDDEN = Pattern.compile("[\\x00-\\x20\\x7f~^:?*\\[\\\\]|\\.\\.|@\\{|//");

    private GitNames() {}

    /**
     * Checks the name of a new branch.
     *
     * @throws ToolException when git would not take it, or could take it for something else
     */
    static void requireBranchName(String name) {
        if (!isBranchName(name)) {
            throw new ToolException("not a name for a branch: \"" + Shown.text(name)
                    + "\"; use letters, digits, '-', '_', '.' and '/' between them, such as fix/login-form");
        }
    }

    static boolean isBranchName(String name) {
        return !name.isEmpty()
                && name.length() <= MAX_LENGTH
                && !name.startsWith("-")
                && !name.equals("@")
                && !name.equals("HEAD")
                && !name.startsWith("refs/")
                && !name.startsWith("/")
                && !name.endsWith("/")
                && !name.endsWith(".")
                && !FORBIDDEN.matcher(name).find()
                && hasPlainParts(name);
    }

    private static boolean hasPlainParts(String name) {
        for (String part : name.split("/", -1)) {
            if (part.startsWith(".") || part.endsWith(".lock") || looksHidden(part)) {
                return false;
            }
        }
        return true;
    }

    /** A name that nobody can see as it is would be approved for another one. */
    private static boolean looksHidden(String part) {
        return !VisibleText.line(part).equals(part);
    }
}
