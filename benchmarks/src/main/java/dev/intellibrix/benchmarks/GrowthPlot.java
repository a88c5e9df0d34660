package dev.intellibrix.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws how a cost grows with an input, ours and a peer's, as SVG: a panel for each case, both axes logarithmic, so that a
 * cost that grows as the input does is a line at 45 degrees.
 */
final class GrowthPlot {

    private static final int COLUMNS = 3;
    private static final int WIDTH = 300;
    private static final int HEIGHT = 230;
    private static final int LEFT = 52;
    private static final int RIGHT = 14;
    private static final int TOP = 30;
    private static final int BOTTOM = 36;
    private static final String OURS = "#1b6ca8";
    private static final String PEER = "#c0504d";

    private final String input;
    private final List<Panel> panels = new ArrayList<>();

    /**
     * A plot without panels.
     *
     * @param input what grows
     */
    GrowthPlot(String input) {
        this.input = input;
    }

    /** A measured size: ours and the peer's milliseconds. */
    record Point(double size, double ours, double peer) {}

    private record Panel(String title, String peer, List<Point> points) {}

    /** Adds a panel with points in the order of their sizes. */
    void add(String title, String peer, List<Point> points) {
        panels.add(new Panel(title, peer, List.copyOf(points)));
    }

    void write(Path file) throws IOException {
        int rows = (panels.size() + COLUMNS - 1) / COLUMNS;
        StringBuilder svg = new StringBuilder();
        append(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-8 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"10\">%n",
                COLUMNS * WIDTH + 24, // Room for the labels at both edges.
                rows * HEIGHT);
        append(svg, "<rect x=\"-8\" width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n");
        for (int i = 0; i < panels.size(); i++) {
            append(svg, "<g transform=\"translate(%d %d)\">%n", i % COLUMNS * WIDTH, i / COLUMNS * HEIGHT);
            new Axes(panels.get(i)).draw(svg);
            append(svg, "</g>%n");
        }
        append(svg, "</svg>%n");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, svg);
    }

    /** One panel: decades of sizes to the right, of milliseconds upwards. */
    private final class Axes {

        private final Panel panel;
        private final double fromX;
        private final double toX;
        private final double fromY;
        private final double toY;

        Axes(Panel panel) {
            this.panel = panel;
            this.fromX = Math.floor(Math.log10(panel.points.get(0).size));
            this.toX = Math.max(fromX + 1, Math.ceil(Math.log10(last().size)));
            double least = panel.points.stream()
                    .mapToDouble(point -> Math.min(point.ours, point.peer))
                    .min()
                    .orElse(1);
            double most = panel.points.stream()
                    .mapToDouble(point -> Math.max(point.ours, point.peer))
                    .max()
                    .orElse(1);
            this.fromY = Math.floor(Math.log10(least));
            this.toY = Math.max(fromY + 1, Math.ceil(Math.log10(most)));
        }

        private Point last() {
            return panel.points.get(panel.points.size() - 1);
        }

        private double x(double size) {
            return LEFT + (Math.log10(size) - fromX) / (toX - fromX) * (WIDTH - LEFT - RIGHT);
        }

        private double y(double millis) {
            return HEIGHT - BOTTOM - (Math.log10(millis) - fromY) / (toY - fromY) * (HEIGHT - TOP - BOTTOM);
        }

        void draw(StringBuilder svg) {
            append(svg, "<text x=\"%d\" y=\"16\" font-size=\"12\">%s</text>%n", LEFT, panel.title);
            for (double decade = fromX; decade <= toX; decade++) {
                double x = x(Math.pow(10, decade));
                line(svg, x, y(Math.pow(10, fromY)), x, y(Math.pow(10, toY)));
                append(
                        svg,
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%,.0f</text>%n",
                        x,
                        HEIGHT - 22,
                        Math.pow(10, decade));
            }
            for (double decade = fromY; decade <= toY; decade++) {
                double y = y(Math.pow(10, decade));
                line(svg, x(Math.pow(10, fromX)), y, x(Math.pow(10, toX)), y);
                append(
                        svg,
                        "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%,.0f ms</text>%n",
                        LEFT - 4,
                        y + 3,
                        Math.pow(10, decade));
            }
            append(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>%n", WIDTH / 2, HEIGHT - 8, input);
            curve(
                    svg,
                    PEER,
                    panel.peer,
                    panel.points.stream()
                            .map(point -> new double[] {point.size, point.peer})
                            .toList(),
                    1);
            curve(
                    svg,
                    OURS,
                    "ours",
                    panel.points.stream()
                            .map(point -> new double[] {point.size, point.ours})
                            .toList(),
                    0);
        }

        private void line(StringBuilder svg, double x1, double y1, double x2, double y2) {
            append(svg, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#ddd\"/>%n", x1, y1, x2, y2);
        }

        private void curve(StringBuilder svg, String colour, String name, List<double[]> points, int place) {
            StringBuilder path = new StringBuilder();
            for (double[] point : points) {
                append(path, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x(point[0]), y(point[1]));
                append(
                        svg,
                        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>%n",
                        x(point[0]),
                        y(point[1]),
                        colour);
            }
            append(svg, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>%n", path, colour);
            append(
                    svg,
                    "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>%n",
                    LEFT + 8,
                    TOP + 14 + 13 * place,
                    colour,
                    name);
        }
    }

    private static void append(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).replace(System.lineSeparator(), "\n"));
    }
}
