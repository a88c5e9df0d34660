package dev.intellibrix.agenttools.html;

import dev.intellibrix.tool.Cancellation;

/** Writes all parts as plain lines: a line for each block, a tab between cells, a blank line between paragraphs. */
final class PlainText implements PartWalk.Visitor {

    private final int limit;
    private final StringBuilder out = new StringBuilder();
    private boolean blank;
    private int breaks;
    private int verbatim;
    private boolean cut;

    PlainText(int limit) {
        this.limit = limit;
    }

    String write(Part root, Cancellation cancellation) {
        new PartWalk(cancellation).over(root, this);
        String text = out.toString().strip();
        cut = out.length() > limit;
        return text.length() > limit ? text.substring(0, limit) : text;
    }

    /** Whether something had to be left out for the limit. */
    boolean isCut() {
        return cut;
    }

    @Override
    public boolean enter(Part part) {
        if (out.length() > limit) {
            return false;
        }
        if (part.isText()) {
            if (verbatim > 0) {
                verbatim(part.text());
            } else {
                text(part.text());
            }
            return false;
        }
        if (part.is("annotation")) {
            return false;
        }
        if (part.is("br")) {
            lines(1);
        } else if (part.is("td", "th")) {
            cell();
        } else if (Elements.isBlock(part.name())) {
            lines(gap(part));
        }
        verbatim += part.is("pre") ? 1 : 0;
        mark(part);
        return true;
    }

    @Override
    public void leave(Part part) {
        verbatim -= part.is("pre") ? 1 : 0;
        if (part.is("rt")) {
            text(")");
        } else if (!part.is("td", "th") && Elements.isBlock(part.name())) {
            lines(gap(part));
        }
    }

    private void mark(Part part) {
        switch (part.name()) {
            case "li" -> text("- ");
            case "rt" -> text("(");
            case "img" -> text(Characters.line(part.attribute("alt")));
            default -> {}
        }
    }

    private static int gap(Part part) {
        return part.is("li", "tr", "dt", "dd", "div", "caption", "summary", "figcaption") ? 1 : 2;
    }

    private void cell() {
        if (breaks == 0 && out.length() > 0) {
            out.append('\t');
            blank = false;
        }
    }

    private void lines(int count) {
        breaks = Math.max(breaks, count);
    }

    private void text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Characters.isSpace(c)) {
                blank = true;
            } else {
                begin();
                out.append(c);
            }
        }
    }

    private void verbatim(String text) {
        if (!text.isEmpty()) {
            begin();
            out.append(text.replace("\r\n", "\n").replace('\r', '\n'));
        }
    }

    private void begin() {
        boolean first = out.length() == 0;
        if (breaks > 0 && !first) {
            out.append("\n".repeat(breaks));
        } else if (blank && !first && out.charAt(out.length() - 1) != ' ') {
            out.append(' ');
        }
        breaks = 0;
        blank = false;
    }
}
