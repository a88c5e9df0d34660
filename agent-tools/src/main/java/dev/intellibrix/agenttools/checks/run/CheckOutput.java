package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.agenttools.checks.CheckParser;
import dev.intellibrix.internal.process.LineListener;
import dev.intellibrix.internal.process.TerminalText;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the lines of a run to its parser. The thread that reads the output may outlive the run, when something in the
 * background holds the stream open; what comes then is not read any more. A parser that throws has ended, and the run goes
 * on.
 */
final class CheckOutput implements LineListener {

    private static final Logger LOG = LoggerFactory.getLogger(CheckParser.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final String check;
    private final CheckParser.Reading reading;
    private boolean ended;
    private boolean failed;

    CheckOutput(String check, CheckParser.Reading reading) {
        this.check = check;
        this.reading = reading;
    }

    @Override
    public void line(String text, boolean cut) {
        lock.lock();
        try {
            if (!ended) {
                safely(() -> reading.line(TerminalText.plain(text)));
            }
        } finally {
            lock.unlock();
        }
    }

    /** The run has ended; says whether the parser has read all of it. */
    boolean end() {
        lock.lock();
        try {
            if (!ended) {
                safely(reading::end);
                ended = true;
            }
            return !failed;
        } finally {
            lock.unlock();
        }
    }

    private void safely(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            LOG.warn("the parser of the check {} failed; the rest of the output is not read", check, e);
            failed = true;
            ended = true;
        }
    }
}
