package dev.intellibrix.agenttools.html;

import dev.intellibrix.tool.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Writes the parts of a page that are not dropped as Markdown blocks: CommonMark with the tables of GitHub. */
final class MarkdownWriter implements PartWalk.Visitor {

    private final Links links;
    private final MarkdownOutput output;
    private final Cancellation cancellation;
    private final PartWalk walk;
    private final InlineText text = new InlineText();
    private final InlineWriter inline;
    private final Deque<ListState> lists = new ArrayDeque<>();
    /** Tables that stood in a cell of another; they come after it. */
    private final Deque<Part> inner = new ArrayDeque<>();

    private boolean drains;

    MarkdownWriter(Links links, MarkdownOutput output, Cancellation cancellation) {
        this.links = links;
        this.output = output;
        this.cancellation = cancellation;
        this.walk = new PartWalk(cancellation);
        this.inline = new InlineWriter(links, text);
    }

    void write(Part root) {
        walk.over(root, this);
        endParagraph();
    }

    @Override
    public boolean enter(Part part) {
        if (output.isFull() || text.isLongerThan(output.limit())) {
            return false;
        }
        if (part.isText()) {
            text.text(part.text());
            return false;
        }
        if (!Elements.isBlock(part.name())) {
            return enterInline(part);
        }
        if (Elements.headingLevel(part.name()) > 0) {
            endParagraph();
            heading(part);
            return false;
        }
        endParagraph();
        return !Boilerplate.isLineNumber(part) && enterBlock(part);
    }

    private boolean enterInline(Part part) {
        if (part.is("br") && text.endsWithBreak()) {
            endParagraph();
            return false;
        }
        return inline.enter(part);
    }

    private boolean enterBlock(Part part) {
        switch (part.name()) {
            case "hr" -> output.block("---");
            case "pre", "listing", "xmp", "plaintext" -> output.block(CodeBlock.of(part, cancellation));
            case "table" -> {
                return enterTable(part);
            }
            case "ul", "ol", "menu", "dir" -> lists.push(ListState.of(part, !lists.isEmpty()));
            case "li" -> enterItem(part);
            case "dd" -> output.push(": ", "  ", true);
            case "blockquote" -> output.push("> ", "> ", false);
            case "dt", "summary", "caption", "legend" -> text.open("**", "**");
            default -> {}
        }
        return !part.is("hr", "pre", "listing", "xmp", "plaintext");
    }

    @Override
    public void leave(Part part) {
        if (!Elements.isBlock(part.name())) {
            inline.leave(part);
            return;
        }
        endParagraph();
        switch (part.name()) {
            case "ul", "ol", "menu", "dir" -> lists.pop();
            case "li", "dd", "blockquote" -> output.pop();
            case "dt", "summary", "caption", "legend" -> text.close();
            default -> {}
        }
    }

    private void enterItem(Part item) {
        if (lists.isEmpty()) {
            output.push("- ", "  ", false);
            return;
        }
        ListState list = lists.peek();
        String mark = list.next(item);
        output.push(mark, " ".repeat(mark.length()), list.isTight());
    }

    private void heading(Part part) {
        String title = lineOf(part, false);
        if (!title.isEmpty()) {
            // A row of number signs at its end would be taken for part of the heading's mark.
            String safe = title.endsWith("#") ? title.substring(0, title.length() - 1) + "\\#" : title;
            output.block("#".repeat(Elements.headingLevel(part.name())) + " " + safe);
        }
    }

    /** All of a part on one line, as in a heading or a cell. */
    private String lineOf(Part part, boolean cell) {
        return new LineWriter(links, output.limit(), cell, cell ? inner : new ArrayDeque<>(), walk).write(part, text);
    }

    private boolean enterTable(Part part) {
        Optional<TableGrid> grid = TableGrid.of(part, walk);
        if (grid.isEmpty()) {
            return true;
        }
        output.block(
                grid.get().caption().isEmpty()
                        ? ""
                        : "**" + lineOf(grid.get().caption().get(), false) + "**");
        output.block(grid.get().write(cell -> lineOf(cell, true)));
        writeInnerTables();
        return false;
    }

    /** Inner tables of inner tables come to the end of the same queue, so this is never inside itself. */
    private void writeInnerTables() {
        if (inner.isEmpty() || drains) {
            return;
        }
        drains = true;
        while (!inner.isEmpty()) {
            walk.over(inner.poll(), this);
            endParagraph();
        }
        drains = false;
    }

    private void endParagraph() {
        output.block(Escape.lineStarts(text.take()));
    }

    /** Where a list is in its numbering. */
    private static final class ListState {

        private static final int MAX_NUMBER = 999_999_999;

        private final boolean ordered;
        private final boolean nested;
        private int number;
        private boolean begun;

        private ListState(boolean ordered, boolean nested, int number) {
            this.ordered = ordered;
            this.nested = nested;
            this.number = number;
        }

        static ListState of(Part list, boolean nested) {
            return new ListState(list.is("ol"), nested, numberIn(list.attribute("start"), 1));
        }

        private static int numberIn(String attribute, int otherwise) {
            try {
                int number = Integer.parseInt(attribute.strip());
                return number < 0 || number > MAX_NUMBER ? otherwise : number;
            } catch (NumberFormatException e) {
                return otherwise;
            }
        }

        String next(Part item) {
            number = numberIn(item.attribute("value"), number);
            String mark = ordered ? number + ". " : "- ";
            number = Math.min(number + 1, MAX_NUMBER);
            return mark;
        }

        /** The first item of a nested list follows its text at once, and each other item the one before. */
        boolean isTight() {
            boolean tight = begun || nested;
            begun = true;
            return tight;
        }
    }
}
