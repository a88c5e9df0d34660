package dev.intellibrix.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Draws how costs grow with an input as SVG: a panel for each case, with a line for each side. Both axes are logarithmic, so
 * that a cost that grows as the input does is a straight line, and one that does not grow a level one.
 */
final class GrowthPlot {

    private static final int WIDTH = 300;
    private static final int HEIGHT = 230;
    private static final int LEFT = 52;
    private static final int RIGHT = 14;
    private static final int TOP = 30;
    private static final int BOTTOM = 36;
    private static final String PREFIXES = "num kMG";
    private static final List<String> COLOURS = List.of("#1b6ca8", "#c0504d", "#e0932f");

    private final List<Panel> panels = new ArrayList<>();

    /** What an input of this size costs. */
    record Point(double size, double cost) {}

    /** One side of a case, with points in the order of their sizes. */
    record Line(String name, List<Point> points) {}

    private record Panel(String title, String input, String unit, List<Line> lines) {
        DoubleStream costs() {
            return lines.stream().flatMap(line -> line.points.stream()).mapToDouble(Point::cost);
        }
    }

    /**
     * Adds a panel.
     *
     * @param title the case
     * @param input what grows
     * @param unit what the costs are counted in, a unit that takes prefixes
     * @param lines the sides, ours first, with the same sizes
     */
    void add(String title, String input, String unit, List<Line> lines) {
        panels.add(new Panel(title, input, unit, List.copyOf(lines)));
    }

    void write(Path file) throws IOException {
        int columns = (int) Math.ceil(Math.sqrt(panels.size()));
        int rows = (panels.size() + columns - 1) / columns;
        StringBuilder svg = new StringBuilder();
        append(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-8 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"10\">%n",
                columns * WIDTH + 24, // Room for the labels at both edges.
                rows * HEIGHT);
        append(svg, "<rect x=\"-8\" width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n");
        for (int i = 0; i < panels.size(); i++) {
            append(svg, "<g transform=\"translate(%d %d)\">%n", i % columns * WIDTH, i / columns * HEIGHT);
            new Axes(panels.get(i)).draw(svg);
            append(svg, "</g>%n");
        }
        append(svg, "</svg>%n");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, svg);
    }

    /** One panel: the sizes to the right, decades of the cost upwards. */
    private static final class Axes {

        private final Panel panel;
        private final List<Double> sizes;
        private final int fromY;
        private final int toY;

        Axes(Panel panel) {
            this.panel = panel;
            this.sizes = panel.lines.get(0).points.stream().map(Point::size).toList();
            this.fromY = (int) Math.floor(Math.log10(panel.costs().min().orElseThrow()));
            this.toY = Math.max(
                    fromY + 1, (int) Math.ceil(Math.log10(panel.costs().max().orElseThrow())));
        }

        private double x(double size) {
            double from = Math.log10(sizes.get(0));
            double to = Math.log10(sizes.get(sizes.size() - 1));
            return LEFT + (Math.log10(size) - from) / (to - from) * (WIDTH - LEFT - RIGHT);
        }

        private double y(double cost) {
            return HEIGHT - BOTTOM - (Math.log10(cost) - fromY) / (toY - fromY) * (HEIGHT - TOP - BOTTOM);
        }

        void draw(StringBuilder svg) {
            append(svg, "<text x=\"%d\" y=\"16\" font-size=\"12\">%s</text>%n", LEFT, panel.title);
            for (double size : sizes) {
                line(svg, x(size), TOP, x(size), HEIGHT - BOTTOM);
                text(svg, "middle", x(size), HEIGHT - 22, String.format(Locale.ROOT, "%,.0f", size));
            }
            for (int decade = fromY; decade <= toY; decade++) {
                double y = y(Math.pow(10, decade));
                line(svg, LEFT, y, WIDTH - RIGHT, y);
                text(svg, "end", LEFT - 4, y + 3, label(decade));
            }
            text(svg, "middle", WIDTH / 2.0, HEIGHT - 8, panel.input);
            for (int i = panel.lines.size() - 1; i >= 0; i--) { // Ours above the others.
                curve(svg, panel.lines.get(i), i);
            }
        }

        /** A power of ten in the unit: "10 ms". */
        private String label(int decade) {
            int thousands = Math.floorDiv(decade, 3);
            String number = "1" + "0".repeat(decade - 3 * thousands);
            return (number + " " + PREFIXES.charAt(PREFIXES.indexOf(' ') + thousands)).strip()
                    + (thousands == 0 ? " " : "")
                    + panel.unit;
        }

        private static void line(StringBuilder svg, double x1, double y1, double x2, double y2) {
            append(svg, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#ddd\"/>%n", x1, y1, x2, y2);
        }

        private static void text(StringBuilder svg, String anchor, double x, double y, String text) {
            append(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text);
        }

        private void curve(StringBuilder svg, Line side, int place) {
            String colour = COLOURS.get(place);
            StringBuilder path = new StringBuilder();
            for (Point point : side.points) {
                double x = x(point.size);
                double y = y(point.cost);
                append(path, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x, y);
                append(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>%n", x, y, colour);
            }
            append(svg, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>%n", path, colour);
            append(
                    svg,
                    "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>%n",
                    LEFT + 8,
                    TOP + 14 + 13 * place,
                    colour,
                    side.name);
        }
    }

    private static void append(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).replace(System.lineSeparator(), "\n"));
    }
}
