package dev.intellibrix.agenttools.html;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The cells of a table of data. A table that only places things on the page, and one that is too large or has too much
 * in its cells, is no grid: its cells are written one after the other.
 */
final class TableGrid {

    private static final int MAX_COLUMNS = 40;
    private static final int MAX_ROWS = 5_000;

    private final List<List<Part>> rows;
    private final int columns;
    private final boolean hasHead;
    private final Optional<Part> caption;

    private TableGrid(List<List<Part>> rows, int columns, boolean hasHead, Optional<Part> caption) {
        this.rows = rows;
        this.columns = columns;
        this.hasHead = hasHead;
        this.caption = caption;
    }

    /** The grid of a table; empty when its cells are better written as blocks. */
    static Optional<TableGrid> of(Part table, PartWalk walk) {
        TableShape shape = new TableShape(table);
        walk.over(table, shape);
        if (!shape.isData(MAX_ROWS, MAX_COLUMNS)) {
            return Optional.empty();
        }
        return Optional.of(new TableGrid(shape.rows(), shape.columns(), shape.hasHead(), shape.caption()));
    }

    Optional<Part> caption() {
        return caption;
    }

    /** The table in Markdown, each row with the same number of cells. */
    String write(Function<Part, String> cellText) {
        List<List<String>> lines = new ArrayList<>();
        Spans spans = new Spans(columns);
        for (List<Part> row : rows) {
            lines.add(spans.line(row, cellText));
        }
        StringBuilder out = new StringBuilder();
        append(out, hasHead ? lines.get(0) : Collections.nCopies(columns, ""));
        append(out, Collections.nCopies(columns, "---"));
        lines.subList(hasHead ? 1 : 0, lines.size()).stream()
                .filter(line -> line.stream().anyMatch(cell -> !cell.isEmpty()))
                .forEach(line -> append(out, line));
        return out.substring(0, out.length() - 1);
    }

    private static void append(StringBuilder out, List<String> cells) {
        for (String cell : cells) {
            out.append(cell.isEmpty() ? "| " : "| " + cell + " ");
        }
        out.append("|\n");
    }

    /** Keeps the places free that cells of the rows above reach down into. */
    private static final class Spans {

        private final int[] taken;

        Spans(int columns) {
            taken = new int[columns];
        }

        List<String> line(List<Part> row, Function<Part, String> cellText) {
            List<String> line = new ArrayList<>(Collections.nCopies(taken.length, ""));
            int column = 0;
            int[] next = new int[taken.length];
            for (Part cell : row) {
                while (column < taken.length && taken[column] > 0) {
                    column++;
                }
                if (column >= taken.length) {
                    // More cells than columns, because of spans that reach into each other: nothing of them is lost.
                    int last = taken.length - 1;
                    line.set(last, (line.get(last) + " " + cellText.apply(cell)).strip());
                    continue;
                }
                line.set(column, cellText.apply(cell));
                int below = TableShape.span(cell, "rowspan") - 1;
                for (int end = Math.min(taken.length, column + TableShape.span(cell, "colspan"));
                        column < end;
                        column++) {
                    next[column] = below;
                }
            }
            for (int i = 0; i < taken.length; i++) {
                taken[i] = Math.max(taken[i] - 1, next[i]);
            }
            return line;
        }
    }
}
