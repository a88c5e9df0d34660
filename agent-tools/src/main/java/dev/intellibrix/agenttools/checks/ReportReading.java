package dev.intellibrix.agenttools.checks;

/** Reads nothing of the output, and after it the JUnit XML files that the run wrote. */
final class ReportReading implements CheckParser.Reading {

    private final CheckRun run;

    ReportReading(CheckRun run) {
        this.run = run;
    }

    @Override
    public void line(String text) {}

    @Override
    public void end() {
        JUnitReports.read(run);
    }
}
