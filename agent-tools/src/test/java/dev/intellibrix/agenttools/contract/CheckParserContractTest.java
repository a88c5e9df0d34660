package dev.intellibrix.agenttools.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.checks.CheckFailure;
import dev.intellibrix.agenttools.checks.CheckParser;
import dev.intellibrix.agenttools.checks.CheckRun;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;

/** The contract finds what does not keep it. */
class CheckParserContractTest {

    private static final Duration SHORT = Duration.ofSeconds(2);

    /** Keeps what it has read for all runs, and knows only numbers that it expects. */
    static class HastyParser extends CheckParserContract {
        @Override
        protected CheckParser parser() {
            Pattern form = Pattern.compile("BAD (\\S+):([0-9]+)");
            List<CheckFailure> all = new CopyOnWriteArrayList<>();
            return run -> text -> {
                Matcher match = form.matcher(text);
                if (match.lookingAt()) {
                    all.add(CheckFailure.at(match.group(1), Integer.parseInt(match.group(2)), 0, "bad"));
                    all.forEach(run::failed);
                }
            };
        }

        @Override
        protected List<String> output() {
            return List.of("BAD a.txt:7");
        }
    }

    /** Waits for ever on a long line. */
    static class EndlessParser extends CheckParserContract {
        @Override
        protected CheckParser parser() {
            return CheckParser.ofLines(line -> {
                if (line.length() > 90_000) {
                    Faults.neverEnd();
                }
                return line.startsWith("BAD") ? List.of(CheckFailure.of(line.substring(3))) : List.of();
            });
        }

        @Override
        protected List<String> output() {
            return List.of("BAD a.txt");
        }

        @Override
        Duration patience() {
            return SHORT;
        }
    }

    /** Looks at reports before they are written. */
    static class EarlyParser extends CheckParserContract {
        @Override
        protected CheckParser parser() {
            return reporting(run -> text -> run.reports().forEach(report -> run.failed(CheckFailure.of(report))));
        }

        @Override
        protected List<String> output() {
            return List.of("done");
        }

        @Override
        protected Map<String, String> reports() {
            return Map.of("a.xml", "<a>bad</a>");
        }
    }

    /** Reads reports as if they were its own, with what they name. */
    static class NaiveParser extends CheckParserContract {
        @Override
        protected CheckParser parser() {
            return reporting(run -> new CheckParser.Reading() {
                @Override
                public void line(String text) {}

                @Override
                public void end() {
                    run.reports()
                            .forEach(path -> text(run.read(path, 1_000_000).orElseThrow())
                                    .ifPresent(text -> run.failed(CheckFailure.of(text))));
                }
            });
        }

        private static Optional<String> text(byte[] report) {
            try {
                XMLStreamReader xml =
                        XMLInputFactory.newDefaultFactory().createXMLStreamReader(new ByteArrayInputStream(report));
                StringBuilder text = new StringBuilder();
                while (xml.hasNext()) {
                    text.append(xml.next() == XMLStreamConstants.CHARACTERS ? xml.getText() : "");
                }
                return Optional.of(text.toString());
            } catch (XMLStreamException e) {
                return Optional.empty();
            }
        }

        @Override
        protected List<String> output() {
            return List.of("done");
        }

        @Override
        protected Map<String, String> reports() {
            return Map.of("a.xml", "<a>bad</a>");
        }
    }

    @Test
    void aParserThatMixesRunsAndKnowsOnlyWhatItExpectsIsFound() {
        assertThat(Faults.of(HastyParser.class))
                .containsExactly(
                        "findsTheSameInTheSameOutputEachTime()",
                        "mixesNoRunsThatGoOnAtTheSameTime()",
                        "oneParserServesManyRunsAtOnce()",
                        "takesWhateverIsPrinted()");
    }

    @Test
    void aParserThatDoesNotEndIsFound() {
        assertThat(Faults.of(EndlessParser.class)).contains("takesWhateverIsPrinted()");
    }

    @Test
    void aParserThatTrustsReportsIsFound() {
        assertThat(Faults.of(EarlyParser.class)).contains("findsWhatFailed()");
        assertThat(Faults.of(NaiveParser.class))
                .containsExactly(
                        "takesReportsThatAreNoneAndReadsNothingThroughThem()", "takesReportsThatCanNotBeRead()");
    }

    private static CheckParser reporting(Function<CheckRun, CheckParser.Reading> start) {
        return new CheckParser() {
            @Override
            public Reading read(CheckRun run) {
                return start.apply(run);
            }

            @Override
            public boolean wantsReports() {
                return true;
            }
        };
    }
}
