package dev.intellibrix.agenttools.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at a table to tell whether it holds data or is there for the layout of the page. */
final class TableShape implements PartWalk.Visitor {

    /** The letters of the longest cell in a row of data; longer ones are read better as paragraphs. */
    private static final int MAX_CELL = 1_000;

    private static final int MAX_SPAN = 40;

    private final Part table;
    private final List<List<Part>> rows = new ArrayList<>();
    private Optional<Part> caption = Optional.empty();
    private boolean heads;
    private boolean blocks;
    private int tables;
    private int innerLetters;
    private int longest;

    TableShape(Part table) {
        this.table = table;
    }

    @Override
    public boolean enter(Part part) {
        if (part == table) {
            return true;
        }
        switch (part.name()) {
            case "table" -> {
                tables++;
                innerLetters += part.measure().letters();
                return false;
            }
            case "caption" -> {
                caption = Optional.of(part);
                return false;
            }
            case "tr" -> rows.add(new ArrayList<>());
            case "td", "th" -> cell(part);
            case "pre", "blockquote", "h1", "h2", "h3", "hr", "form", "article", "section" -> blocks = true;
            default -> {}
        }
        return !part.isText();
    }

    private void cell(Part cell) {
        if (!rows.isEmpty()) {
            rows.get(rows.size() - 1).add(cell);
        }
        heads |= cell.is("th");
        longest = Math.max(longest, cell.measure().letters());
    }

    /** Whether there are at least two columns of short cells with nothing in them that needs more than a line. */
    boolean isData(int maxRows, int maxColumns) {
        rows.removeIf(List::isEmpty);
        String role = table.attribute("role");
        boolean layout = role.equals("presentation") || role.equals("none") || blocks || longest > MAX_CELL;
        boolean outer =
                tables > 0 && (!heads || innerLetters * 2 > table.measure().letters());
        int columns = columns();
        boolean small = columns < 2 || (rows.size() < 2 && !heads && columns > 6);
        return !layout && !outer && !small && columns <= maxColumns && rows.size() <= maxRows;
    }

    List<List<Part>> rows() {
        return rows;
    }

    int columns() {
        int columns = 0;
        for (List<Part> row : rows) {
            int width = 0;
            for (Part cell : row) {
                width += span(cell, "colspan");
            }
            columns = Math.max(columns, width);
        }
        return columns;
    }

    /** Whether the first row names the columns. */
    boolean hasHead() {
        List<Part> first = rows.get(0);
        Part parent = first.get(0).parent();
        boolean inHead = parent != null && parent.isInside("thead");
        return inHead || first.stream().allMatch(cell -> cell.is("th"));
    }

    Optional<Part> caption() {
        return caption;
    }

    /** How many places a cell takes, within reason. */
    static int span(Part cell, String attribute) {
        try {
            return Math.max(
                    1,
                    Math.min(
                            MAX_SPAN, Integer.parseInt(cell.attribute(attribute).strip())));
        } catch (NumberFormatException e) {
            return 1;
        }
    }
}
