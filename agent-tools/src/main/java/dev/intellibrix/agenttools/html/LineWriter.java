package dev.intellibrix.agenttools.html;

import java.util.Queue;

/** Writes all of a part on one line, for headings and cells: blocks inside of it are set apart by a blank or a break. */
final class LineWriter implements PartWalk.Visitor {

    private final int limit;
    private final boolean cell;
    private final Queue<Part> tables;
    private final PartWalk walk;
    private final InlineText text = new InlineText();
    private final InlineWriter inline;

    /**
     * Makes a writer for one line.
     *
     * @param limit the number of characters after which nothing more is begun
     * @param cell whether the line is a cell of a table
     * @param tables takes the tables that are found in a cell
     */
    LineWriter(Links links, int limit, boolean cell, Queue<Part> tables, PartWalk walk) {
        this.limit = limit;
        this.cell = cell;
        this.tables = tables;
        this.walk = walk;
        this.inline = new InlineWriter(links, text);
        text.inCell(cell);
    }

    /** The line; a link that is open around the part is in it. */
    String write(Part part, InlineText around) {
        text.continueLink(around);
        walk.over(part, new Inside(part));
        return text.take();
    }

    @Override
    public boolean enter(Part part) {
        if (text.isLongerThan(limit)) {
            return false;
        }
        if (part.isText()) {
            text.text(part.text());
            return false;
        }
        if (part.is("br") || Elements.isBlock(part.name())) {
            apart();
        }
        if (cell && part.is("table")) {
            tables.add(part);
            return false;
        }
        if (!cell && Boilerplate.isPermalink(part)) {
            return false;
        }
        return Elements.isBlock(part.name()) || (!part.is("br") && inline.enter(part));
    }

    @Override
    public void leave(Part part) {
        if (Elements.isBlock(part.name())) {
            apart();
        } else {
            inline.leave(part);
        }
    }

    private void apart() {
        if (cell) {
            text.lineBreak();
        } else {
            text.blank();
        }
    }

    /** The part itself is a heading or a cell and is neither entered nor left as a block. */
    private final class Inside implements PartWalk.Visitor {

        private final Part root;

        Inside(Part root) {
            this.root = root;
        }

        @Override
        public boolean enter(Part part) {
            return part == root || LineWriter.this.enter(part);
        }

        @Override
        public void leave(Part part) {
            if (part != root) {
                LineWriter.this.leave(part);
            }
        }
    }
}
