package dev.intellibrix.workspace.search;

import com.google.re2j.PatternSyntaxException;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Shown;
import java.util.ArrayDeque;
import java.util.Deque;

/** Says what is wrong with a regular expression, and where. */
final class RegexFault {

    private RegexFault() {}

    static ToolException of(String regex, PatternSyntaxException e) {
        String description = e.getDescription();
        String part = e.getPattern() == null ? "" : e.getPattern();
        if (description.contains("internal error")) {
            description = "unexpected )";
            part = "";
        }
        String what = description + position(regex, description, part) + hint(part);
        return new ToolException("invalid regular expression: " + what, e);
    }

    private static String position(String regex, String description, String part) {
        int index;
        if (description.contains("closing )")) {
            index = unmatched(regex, '(');
        } else if (description.equals("unexpected )")) {
            index = unmatched(regex, ')');
        } else if (description.contains("trailing backslash")) {
            index = regex.length() - 1;
        } else {
            index = regex.indexOf(part);
        }
        String shown = part.isEmpty() || part.equals(regex) ? "" : " " + Shown.text(part);
        return shown + (index < 0 ? "" : " at character " + (index + 1));
    }

    /** Where a parenthesis without its partner stands. */
    private static int unmatched(String regex, char kind) {
        Deque<Integer> open = new ArrayDeque<>();
        boolean inClass = false;
        for (int i = 0; i < regex.length(); i++) {
            char c = regex.charAt(i);
            if (c == '\\') {
                i++;
            } else if (inClass) {
                inClass = c != ']';
            } else if (c == '[') {
                inClass = true;
            } else if (c == '(') {
                open.push(i);
            } else if (c == ')' && open.poll() == null) {
                return kind == ')' ? i : -1;
            }
        }
        return open.isEmpty() ? -1 : open.peek();
    }

    private static String hint(String part) {
        if (part.startsWith("(?=") || part.startsWith("(?!") || part.startsWith("(?<")) {
            return "; looking ahead or behind is not supported";
        }
        if (part.matches("\\\\[1-9]")) {
            return "; references to groups are not supported";
        }
        return "; to look for the text as it is, set literal";
    }
}
