package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.agenttools.checks.CheckFailure;
import dev.intellibrix.agenttools.checks.CheckParser;
import dev.intellibrix.internal.process.TerminalText;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.workspace.Jail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads what a check printed, with one of the parsers, in a folder of real files. */
final class ParserBench {

    private final Path root;
    private final ProjectFiles files;
    private final ReportFiles before;

    private ParserBench(Path root) throws IOException {
        this.root = root.toRealPath();
        this.files = new ProjectFiles(Jail.of(root));
        this.before = ReportFiles.in(files, Cancellation.none());
    }

    static ParserBench in(Path root) throws IOException {
        return new ParserBench(root);
    }

    Path root() {
        return root;
    }

    ParserBench file(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return this;
    }

    /** The failures as lines: {@code file:line:column message}, with the line ends of messages as bars. */
    List<String> failures(String parser, String... output) {
        return findings(parser, output).shown(Integer.MAX_VALUE).stream()
                .map(ParserBench::text)
                .toList();
    }

    Findings findings(String parser, String... output) {
        CheckParser named = CheckParser.named(parser);
        Findings findings = new Findings(files, named.wantsReports() ? before::writtenSince : List::of, 100);
        CheckParser.Reading reading = named.read(findings);
        String.join("\n", output).lines().map(TerminalText::plain).forEach(reading::line);
        reading.end();
        return findings;
    }

    private static String text(CheckFailure failure) {
        StringBuilder text = new StringBuilder();
        failure.file().ifPresent(text::append);
        failure.line().ifPresent(line -> text.append(':').append(line));
        failure.column().ifPresent(column -> text.append(':').append(column));
        return text.append(text.length() == 0 ? "" : " ")
                .append(failure.message().replace("\n", " | "))
                .toString();
    }
}
