package dev.intellibrix.agenttools.html;

import dev.intellibrix.tool.Cancellation;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A block of code with its language, in a fence longer than any row of back-ticks in it. */
final class CodeBlock implements PartWalk.Visitor {

    private static final Pattern LANGUAGE = Pattern.compile(
            "(?:^|\\s)(?:language-|lang-|highlight-source-|brush:\\s{0,9}|sourceCode\\s|highlight-(?!text|wrapper))([A-Za-z0-9+#._-]{1,30})");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9+#._-]{1,30}");

    private final StringBuilder code = new StringBuilder();

    private CodeBlock() {}

    /** The block as Markdown; empty when there is no code in it. */
    static String of(Part pre, Cancellation cancellation) {
        CodeBlock block = new CodeBlock();
        new PartWalk(cancellation).over(pre, block);
        String code = trim(block.code.toString());
        if (code.isEmpty()) {
            return "";
        }
        String fence = "`".repeat(Math.max(3, InlineCode.longestRun(code) + 1));
        return fence + language(pre).orElse("") + "\n" + code + "\n" + fence;
    }

    /** The text of a part as it stands in the page, breaks as line ends. */
    static String textOf(Part part) {
        CodeBlock block = new CodeBlock();
        new PartWalk(Cancellation.none()).over(part, block);
        return block.code.toString();
    }

    @Override
    public boolean enter(Part part) {
        if (part.isText()) {
            code.append(part.text());
            return false;
        }
        if (part.is("br")) {
            code.append('\n');
        } else if (isLine(part)) {
            newLine();
        }
        return !Boilerplate.isLineNumber(part) && !part.is("button");
    }

    @Override
    public void leave(Part part) {
        if (isLine(part)) {
            newLine();
        } else if (part.is("td")) {
            code.append(' ');
        }
    }

    private static boolean isLine(Part part) {
        return Elements.isBlock(part.name()) && !part.is("td", "th", "pre", "tbody");
    }

    private void newLine() {
        if (code.length() > 0 && code.charAt(code.length() - 1) != '\n') {
            code.append('\n');
        }
    }

    /** Without blank lines around it and with one kind of line end. */
    private static String trim(String code) {
        String lines = code.replace("\r\n", "\n").replace('\r', '\n');
        int start = 0;
        for (int i = 0; i < lines.length() && lines.charAt(i) <= ' '; i++) {
            if (lines.charAt(i) == '\n') {
                start = i + 1;
            }
        }
        return lines.substring(start).stripTrailing();
    }

    private static Optional<String> language(Part pre) {
        Optional<String> own = named(pre);
        for (Part child : pre.children()) {
            own = own.isPresent() || !child.is("code", "samp") ? own : named(child);
        }
        Part around = pre.parent();
        for (int i = 0; i < 2 && around != null && own.isEmpty(); i++) {
            own = around.measure().letters() == pre.measure().letters() ? named(around) : own;
            around = around.parent();
        }
        return own;
    }

    private static Optional<String> named(Part part) {
        for (String attribute : new String[] {"data-lang", "data-language", "lang-name"}) {
            if (NAME.matcher(part.attribute(attribute)).matches()) {
                return Optional.of(part.attribute(attribute).toLowerCase(Locale.ROOT));
            }
        }
        String classes = part.attribute("class");
        Matcher matcher = LANGUAGE.matcher(classes.substring(0, Math.min(500, classes.length())));
        return matcher.find() ? Optional.of(matcher.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }
}
