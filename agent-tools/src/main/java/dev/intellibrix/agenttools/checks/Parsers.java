package dev.intellibrix.agenttools.checks;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The parsers by their names. */
final class Parsers {

    private static final Map<String, CheckParser> ALL = all();

    private Parsers() {}

    private static Map<String, CheckParser> all() {
        Map<String, CheckParser> all = new TreeMap<>();
        all.put("tsc", TscReading::new);
        all.put("vitest", VitestReading::new);
        all.put("jest", JestReading::new);
        all.put("eslint", EslintReading::new);
        all.put("javac", JavacReading::new);
        all.put("maven", new Reporting(MavenReading::new));
        all.put("surefire", new Reporting(MavenReading::new));
        all.put("gradle", new Reporting(GradleReading::new));
        all.put("junit-xml", new Reporting(ReportReading::new));
        all.put("pytest", PytestReading::new);
        all.put("ruff", RuffReading::new);
        all.put("go", GoReading::new);
        all.put("cargo", CargoReading::new);
        all.put("generic", GenericReading::new);
        return Collections.unmodifiableMap(all);
    }

    static CheckParser named(String name) {
        CheckParser parser = ALL.get(name);
        if (parser == null) {
            throw new IllegalArgumentException(
                    "name must be one of " + String.join(", ", ALL.keySet()) + ", but is \"" + name + "\"");
        }
        return parser;
    }

    /** One parser for the output of several tools. */
    static CheckParser all(List<CheckParser> parsers) {
        if (parsers.size() == 1) {
            return parsers.get(0);
        }
        return new Several(parsers);
    }

    /** A parser that also reads the reports of a run. */
    private record Reporting(Function<CheckRun, Reading> start) implements CheckParser {
        @Override
        public Reading read(CheckRun run) {
            return start.apply(run);
        }

        @Override
        public boolean wantsReports() {
            return true;
        }
    }

    private record Several(List<CheckParser> parsers) implements CheckParser {
        @Override
        public Reading read(CheckRun run) {
            List<Reading> readings =
                    parsers.stream().map(parser -> parser.read(run)).toList();
            return new Reading() {
                @Override
                public void line(String text) {
                    readings.forEach(reading -> reading.line(text));
                }

                @Override
                public void end() {
                    readings.forEach(Reading::end);
                }
            };
        }

        @Override
        public boolean wantsReports() {
            return parsers.stream().anyMatch(CheckParser::wantsReports);
        }
    }
}
