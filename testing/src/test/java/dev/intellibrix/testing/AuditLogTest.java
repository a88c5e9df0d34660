package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.event.AuditLog;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.tool.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {

    record Send(String to, String text) {}

    private final AtomicInteger sent = new AtomicInteger();

    @TempDir
    Path folder;

    private Path file = Path.of("");

    @BeforeEach
    void name() {
        file = folder.resolve("audit.jsonl");
    }

    private RunResult run(AuditLog log) {
        return run(log, call -> ApprovalDecision.allow());
    }

    private RunResult run(AuditLog log, ApprovalHook hook) {
        Tool send = Tool.define("send", Send.class)
                .description("Send")
                .needsApproval()
                .execute((input, context) -> {
                    sent.incrementAndGet();
                    return "sent";
                });
        return new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.call("send", Map.of("to", "bob", "text", "the key is hunter2")),
                                MockTurn.text("done")))
                        .tools(send)
                        .onToolApproval(hook)
                        .auditLog(log)
                        .build())
                .ask("go");
    }

    @Test
    void keepsWhoDecidedWhatBeforeItRan() throws Exception {
        run(AuditLog.in(file));
        List<String> lines = Files.readAllLines(file);

        assertThat(lines.get(0)).startsWith("{\"seq\":1,").contains("run:started");
        assertThat(lines)
                .filteredOn(line -> line.contains("approval:resolved"))
                .first()
                .asString()
                .contains("\"decision\":\"allow\"", "\"decidedBy\":\"hook\"", "\"digest\"");
        assertThat(lines.toString()).containsSubsequence("approval:resolved", "tool:started", "tool:finished");
        assertThat(AuditLog.verify(file).isIntact()).isTrue();
        assertThat(AuditLog.verify(file).lines()).isEqualTo(lines.size());
    }

    @Test
    void goesOnWhereItEnded() throws Exception {
        run(AuditLog.in(file));
        long before = AuditLog.verify(file).lines();
        run(AuditLog.in(file));

        assertThat(AuditLog.verify(file)).isEqualTo(new AuditLog.Verification(before * 2, null));
    }

    @Test
    void findsAChangedLine() throws Exception {
        run(AuditLog.in(file));
        Files.writeString(file, Files.readString(file).replaceFirst("\"to\\\\\":\\\\\"bob", "\"to\\\\\":\\\\\"eve"));

        assertThat(AuditLog.verify(file).fault()).contains("changed");
    }

    @Test
    void findsAMissingLineAndAMovedOne() throws Exception {
        run(AuditLog.in(file));
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.remove(2);
        Files.write(file, lines);

        assertThat(AuditLog.verify(file).lines()).isEqualTo(2);
        assertThat(AuditLog.verify(file).fault()).contains("missing");
    }

    @Test
    void findsLinesThatWereCutOffAtTheEnd() throws Exception {
        run(AuditLog.in(file));
        List<String> lines = Files.readAllLines(file);
        Files.write(file, lines.subList(0, lines.size() - 2));

        assertThat(AuditLog.verify(file).fault()).contains("but had " + lines.size());
    }

    @Test
    void findsTheLastLineChanged() throws Exception {
        run(AuditLog.in(file));
        String text = Files.readString(file);
        Files.writeString(file, text.replaceFirst("\"text\":\"done\"", "\"text\":\"gone\""));

        assertThat(AuditLog.verify(file).isIntact()).isFalse();
    }

    @Test
    void aLineThatACrashCutOffIsTakenOffAndTheLogGoesOn() throws Exception {
        run(AuditLog.in(file));
        long whole = AuditLog.verify(file).lines();
        Files.writeString(file, Files.readString(file) + "{\"seq\":");
        assertThat(AuditLog.verify(file))
                .isEqualTo(new AuditLog.Verification(whole, "line " + (whole + 1) + " is cut off"));

        run(AuditLog.in(file));

        assertThat(AuditLog.verify(file)).isEqualTo(new AuditLog.Verification(whole * 2, null));
    }

    @Test
    void doesNotGoOnWithALogThatWasChanged() throws Exception {
        run(AuditLog.in(file));
        Files.writeString(file, Files.readString(file).replaceFirst("bob", "eve"));
        sent.set(0);
        RunResult run = run(AuditLog.in(file));

        assertThat(sent).hasValue(0);
        assertThat(run.messages().get(2).toolResults().get(0).text()).contains("audit_failed");
        assertThatThrownBy(() -> AuditLog.in(file).head()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aLogThatCanNotBeWrittenDeniesGatedCalls() throws Exception {
        Files.createDirectory(file);
        RunResult run = run(AuditLog.in(file));

        assertThat(sent).hasValue(0);
        assertThat(run.messages().get(2).toolResults().get(0).outcome()).isEqualTo(ToolOutcome.DENIED);
        assertThat(run.messages().get(2).toolResults().get(0).text()).contains("audit_failed");
    }

    /** Puts a folder where the head lies, so that a line can be written and its head can not. */
    private ApprovalDecision allowWithoutAHead() throws IOException {
        Path head = folder.resolve("audit.jsonl.head");
        Files.delete(head);
        Files.createDirectory(head);
        return ApprovalDecision.allow();
    }

    @Test
    void anApprovalWhoseHeadCanNotBeWrittenIsNotInTheLog() throws Exception {
        RunResult run = run(AuditLog.in(file), call -> allowWithoutAHead());

        assertThat(sent).hasValue(0);
        assertThat(run.messages().get(2).toolResults().get(0).text()).contains("audit_failed");
        assertThat(Files.readString(file)).contains("approval:requested").doesNotContain("approval:resolved");
    }

    @Test
    void aDenialThatTakesThePlaceOfAnApprovalIsWrittenWhereItCanBe() throws Exception {
        AuditLog log = AuditLog.in(file).redacting(text -> {
            if (text.contains("can not be written") && Files.isDirectory(folder.resolve("audit.jsonl.head"))) {
                folder.resolve("audit.jsonl.head").toFile().delete();
            }
            return text;
        });

        run(log, call -> allowWithoutAHead());

        assertThat(sent).hasValue(0);
        assertThat(Files.readAllLines(file))
                .filteredOn(line -> line.contains("approval:resolved"))
                .singleElement()
                .asString()
                .contains("\"decision\":\"deny\"", "\"code\":\"audit_failed\"", "\"decidedBy\":\"error\"");
        assertThat(AuditLog.verify(file).isIntact()).isTrue();
    }

    @Test
    void whatIsRedactedIsNotWritten() throws Exception {
        run(AuditLog.in(file).redacting(text -> text.replace("hunter2", "***")));

        assertThat(Files.readString(file)).contains("***").doesNotContain("hunter2");
        assertThat(AuditLog.verify(file).isIntact()).isTrue();
    }
}
