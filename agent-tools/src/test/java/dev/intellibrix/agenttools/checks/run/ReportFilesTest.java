package dev.intellibrix.agenttools.checks.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JUnit XML files, which a test of the workspace can write as it likes. */
class ReportFilesTest {

    private static final String REPORT = "target/surefire-reports/TEST-p.ATest.xml";

    @TempDir
    Path folder;

    private static String suite(String cases) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"p.ATest\">" + cases + "</testsuite>\n";
    }

    private static String failing(String name, String message) {
        return "<testcase name=\"" + name + "\" classname=\"p.ATest\"><failure message=\"" + message + "\">x\n"
                + "\tat java.base/java.lang.Object.wait(Object.java:1)\n"
                + "\tat app//p.ATest$Inner.t(ATest.java:7)\n</failure></testcase>";
    }

    @Test
    void takesTheFrameOfTheTestAndKeepsItsNameWhole() throws IOException {
        ParserBench bench = ParserBench.in(folder);
        bench.file("src/test/kotlin/p/ATest.java", "").file(REPORT, suite(failing("[1] a, b\n&quot;c&quot;", "wrong")));
        assertThat(bench.failures("surefire"))
                .containsExactly("src/test/kotlin/p/ATest.java:7 p.ATest > [1] a, b \"c\": wrong");
    }

    @Test
    void aTestThatPassedAtLastHasNotFailedAndOneThatFailedInAllRunsHasFailedOnce() throws IOException {
        ParserBench bench = ParserBench.in(folder);
        bench.file(
                REPORT,
                suite(
                        "<testcase name='flaky' classname='p.ATest'><flakyFailure message='sometimes'><stackTrace>s"
                                + "</stackTrace></flakyFailure><flakyError message='e'/></testcase>"
                                + "<testcase name='bad' classname='p.ATest'><failure message='first'>x</failure>"
                                + "<rerunFailure message='again'><stackTrace>y</stackTrace></rerunFailure></testcase>"
                                + "<testcase name='left' classname='p.ATest'><skipped message='not now'/></testcase>"
                                + "<testcase name='thrown' classname='p.ATest'><error type='java.io.IOException'/></testcase>"));
        assertThat(bench.failures("junit-xml"))
                .containsExactly("p.ATest > bad: first", "p.ATest > thrown: java.io.IOException");
    }

    @Test
    void reportsOfAnEarlierRunDoNotCountWhateverTheirTime() throws IOException {
        Path old = folder.resolve(REPORT);
        Files.createDirectories(old.getParent());
        Files.writeString(old, suite(failing("old", "stale")));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().plusSeconds(3_600)));
        ParserBench bench = ParserBench.in(folder);
        assertThat(bench.failures("surefire")).isEmpty();
        bench.file(REPORT, suite(failing("new", "fresh")));
        assertThat(bench.failures("surefire")).hasSize(1);
    }

    @Test
    void looksForSoManyFilesOfAFailureAtMost() throws IOException {
        ParserBench bench = ParserBench.in(folder);
        bench.file("a.py", "")
                .file("reports/far.xml", failingWith("no.py:1: x\n".repeat(200) + "a.py:7: here"))
                .file("reports/near.xml", failingWith("no.py:1: x\n".repeat(50) + "a.py:7: here"));

        assertThat(bench.failures("junit-xml")).containsExactly("c > n: m", "a.py:7 c > n: m");
    }

    private static String failingWith(String text) {
        return "<testsuite><testcase classname='c' name='n'><failure message='m'>" + text
                + "</failure></testcase></testsuite>";
    }

    @Test
    void readsSoManyBytesOfReportsAtMostAndSaysSo() throws IOException {
        ParserBench bench = ParserBench.in(folder);
        String blanks = " ".repeat(19_000_000);
        for (int i = 1; i <= 4; i++) {
            bench.file("reports/" + i + ".xml", suite(failing("test" + i, "wrong")) + blanks);
        }

        Findings findings = bench.findings("junit-xml");

        assertThat(findings.count()).isEqualTo(3);
        assertThat(findings.remarks()).singleElement().asString().contains("reports/4.xml on were not read");
    }

    @Test
    void readsReportsOfOtherRunnersWithThePlaceThatTheyName() throws IOException {
        ParserBench bench = ParserBench.in(folder);
        bench.file("tests/test_a.py", "")
                .file(
                        "reports/unit.xml",
                        "<testsuites><testsuite><testcase classname='tests.test_a' name='test_x'><failure message='assert 1"
                                + " == 2'>def test_x():\n&gt; assert\n\ntests/test_a.py:7: AssertionError</failure></testcase>"
                                + "<testcase classname='c' name='n' file='spec/n.rb' line='12'><failure message='m'/></testcase>"
                                + "</testsuite></testsuites>")
                .file("reports/other.xml", "<coverage/>");
        assertThat(bench.failures("junit-xml"))
                .containsExactly("tests/test_a.py:7 tests.test_a > test_x: assert 1 == 2", "spec/n.rb:12 c > n: m");
    }

    @Test
    void aDocumentTypeIsNotReadAndSaidToBe() throws IOException {
        Files.writeString(folder.resolve("secret"), "TOPSECRET");
        ParserBench bench = ParserBench.in(folder);
        bench.file(
                REPORT,
                "<!DOCTYPE t [<!ENTITY e SYSTEM \"" + folder.resolve("secret").toUri() + "\">"
                        + "<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
                        + suite("<testcase name='t' classname='c'><failure message='&b;'>&e;</failure></testcase>")
                                .substring(38));
        Findings findings = bench.findings("surefire");
        assertThat(findings.count()).isZero();
        assertThat(findings.remarks()).singleElement().asString().contains(REPORT, "document type");
    }

    @Test
    void whatIsNotWellFormedIsReadAsFarAsItGoes() throws IOException {
        ParserBench bench = ParserBench.in(folder);
        bench.file(REPORT, suite(failing("whole", "m")).replace("</testsuite>", "<testcase name='half"));
        Findings findings = bench.findings("surefire");
        assertThat(findings.count()).isEqualTo(1);
        assertThat(findings.remarks()).singleElement().asString().contains("not be read to its end");
    }

    @Test
    void linksAreNotFollowed() throws IOException {
        Path outside = Files.createDirectories(folder.resolve("outside/surefire-reports"));
        Files.writeString(outside.resolve("TEST-x.xml"), suite(failing("t", "m")));
        Path root = Files.createDirectory(folder.resolve("root"));
        ParserBench bench = ParserBench.in(root);
        Files.createSymbolicLink(root.resolve("target"), folder.resolve("outside"));
        Files.createSymbolicLink(root.resolve("TEST-y.xml"), outside.resolve("TEST-x.xml"));
        assertThat(bench.failures("surefire")).isEmpty();
    }
}
