package dev.intellibrix.agenttools.html;

/** Code inside of a line, between more back-ticks than it has in a row. */
final class InlineCode {

    private InlineCode() {}

    static String of(Part part, boolean inCell) {
        return write(Characters.line(CodeBlock.textOf(part)), inCell);
    }

    static String write(String code, boolean inCell) {
        if (code.isEmpty()) {
            return "";
        }
        String fence = "`".repeat(longestRun(code) + 1);
        boolean padded = code.startsWith("`") || code.endsWith("`");
        String safe = inCell ? code.replace("|", "\\|") : code;
        return fence + (padded ? " " : "") + safe + (padded ? " " : "") + fence;
    }

    /** The length of the longest row of back-ticks. */
    static int longestRun(String code) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < code.length(); i++) {
            run = code.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }
}
