package dev.intellibrix.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Draws the figures of the subjects whose input grows: a plot for each subject, with panels for each of its cases. */
final class Growth {

    private static final Path PLOTS = Path.of("benchmarks", "plots");

    /** What the peer is called in the plot of a subject. */
    private static final Map<String, String> PEERS =
            Map.of("Loop", "LangChain4j", "Patch", "git apply", "Diff", "git diff");

    private final List<Figure> figures;

    Growth(List<Figure> figures) {
        this.figures =
                figures.stream().filter(figure -> !figure.input().isEmpty()).toList();
    }

    void draw() throws IOException {
        for (String title : figures.stream().map(Figure::title).distinct().toList()) {
            GrowthPlot plot = new GrowthPlot();
            figures.stream()
                    .filter(figure -> figure.isOurs() && figure.title().equals(title))
                    .filter(figure -> figure.equals(curve(figure).get(0)))
                    .forEach(ours -> addPanels(plot, ours));
            plot.write(PLOTS.resolve(title.toLowerCase(Locale.ROOT) + ".svg"));
        }
    }

    /** The times, and beside a peer whose bytes are known those, too. */
    private void addPanels(GrowthPlot plot, Figure first) {
        String what = first.label() + (first.isOfSteps() ? ", each step" : "");
        plot.add(what, first.input(), "s", lines(first, figure -> figure.median() / 1e9));
        if (figures.stream().anyMatch(figure -> figure.isPeerOf(first) && !Double.isNaN(figure.bytes()))) {
            plot.add(what + ": allocated", first.input(), "B", lines(first, Figure::bytes));
        }
    }

    private List<GrowthPlot.Line> lines(Figure ours, ToDoubleFunction<Figure> value) {
        return figures.stream()
                .filter(figure -> figure.equals(ours) || figure.isPeerOf(ours))
                .map(side -> new GrowthPlot.Line(
                        nameOf(side, ours),
                        curve(side).stream()
                                .map(figure -> new GrowthPlot.Point(figure.size(), value.applyAsDouble(figure)))
                                .toList()))
                .toList();
    }

    private static String nameOf(Figure side, Figure ours) {
        return side.isOurs() ? "ours" : (PEERS.getOrDefault(ours.title(), "peer") + " " + side.variantOf(ours)).strip();
    }

    private List<Figure> curve(Figure side) {
        return figures.stream().filter(side::isSameAs).toList();
    }
}
