package dev.intellibrix.report;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.message.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A run as a page for people to read: what was asked, called, approved, edited and intercepted, what was untrusted and what
 * it led to, and when. The page is one file of HTML without a script and without anything from elsewhere; it can be kept,
 * sent, printed, and opened years later.
 *
 * <pre>{@code
 * RunReport.Collector collector = RunReport.collector();
 * RunResult result = new Intelligence(options.toBuilder().onRunEvent(collector).build()).ask("...");
 * collector.report(result.messages()).writeTo(Path.of("run.html"));
 * }</pre>
 *
 * <p>Whatever a model, a tool or a file says is shown as text and nothing else: it is escaped, hidden characters are made
 * visible, and media are named and never embedded. Every text is shown up to {@value ReportView#MAX_TEXT} characters, all of
 * them together up to {@value ReportView#MAX_ALL_TEXT}, calls and messages up to {@value ReportCalls#MAX_SHOWN} each, and
 * the timeline up to {@value ReportTimeline#MAX_SHOWN} rows; the page says where something was cut.
 *
 * <p>The page shows inputs and results as they are, secrets included: treat it like the run itself. The same run gives the
 * same page. Immutable.
 */
public final class RunReport {

    private final List<RunEvent> events;
    private final List<Message> messages;
    private final long dropped;

    private RunReport(List<RunEvent> events, List<Message> messages, long dropped) {
        this.events = List.copyOf(events);
        this.messages = List.copyOf(messages);
        this.dropped = dropped;
    }

    /**
     * The report of a run.
     *
     * @param events the run's events, in order; those of its sub-agents, and those of several runs of one conversation, may be
     *     among them
     * @param messages the messages, as the run's result has them
     */
    public static RunReport of(List<RunEvent> events, List<Message> messages) {
        return new RunReport(events, messages, 0);
    }

    /** A collector of up to 50,000 events. */
    public static Collector collector() {
        return new Collector(Collector.DEFAULT_EVENTS);
    }

    /**
     * A collector that is bounded otherwise.
     *
     * @param maxEvents how many events it keeps, at least 1
     */
    public static Collector collector(int maxEvents) {
        if (maxEvents < 1) {
            throw new IllegalArgumentException("maxEvents must be at least 1: " + maxEvents);
        }
        return new Collector(maxEvents);
    }

    /** The page. */
    public String html() {
        return new ReportPage(events, messages, dropped).html();
    }

    /**
     * Writes the page to a file, in one step: a reader sees the old file, or the whole new one. Where the file system can say
     * so, only its owner can read it. A link is replaced and not followed.
     *
     * @param file the file; its folder must exist
     * @throws IOException when it cannot be written; what was there before is then still there
     */
    public void writeTo(Path file) throws IOException {
        Path target = file.toAbsolutePath();
        Path folder = target.getParent();
        if (folder == null) {
            throw new IllegalArgumentException("file is not the path of a file: " + file);
        }
        String html = html();
        Path beside = Files.createTempFile(folder, ".run-report-", ".tmp");
        try {
            Files.writeString(beside, html, StandardCharsets.UTF_8);
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    /**
     * Keeps the events of a run for its report. Give each run, or each conversation, one of its own: a collector never
     * forgets. It is bounded by the number of events and by {@value #MAX_CHARACTERS} characters of text; pieces of streams and
     * progress are kept while less than half of that is full. What is not kept is counted, and the report says how much it
     * was; the end of a run is kept in any case. Thread-safe.
     */
    public static final class Collector implements RunListener {

        private static final int DEFAULT_EVENTS = 50_000;
        private static final long MAX_CHARACTERS = 64_000_000;

        /** Room beyond the bound for the ends of runs. */
        private static final int ENDS = 100;

        private final int maxEvents;
        private final ReentrantLock lock = new ReentrantLock();
        private final List<RunEvent> kept = new ArrayList<>(); // Guarded by lock.
        private long characters; // Guarded by lock.
        private long dropped; // Guarded by lock.

        private Collector(int maxEvents) {
            this.maxEvents = maxEvents;
        }

        @Override
        public void on(RunEvent event) {
            long size = characters(event);
            lock.lock();
            try {
                if (hasRoom(event, size)) {
                    kept.add(event);
                    characters += size;
                } else {
                    dropped++;
                }
            } finally {
                lock.unlock();
            }
        }

        /** The events so far, in order. */
        public List<RunEvent> events() {
            lock.lock();
            try {
                return List.copyOf(kept);
            } finally {
                lock.unlock();
            }
        }

        /** How many events were not kept. */
        public long dropped() {
            lock.lock();
            try {
                return dropped;
            } finally {
                lock.unlock();
            }
        }

        /**
         * The report of what was collected so far.
         *
         * @param messages the messages, as the run's result has them
         */
        public RunReport report(List<Message> messages) {
            lock.lock();
            try {
                return new RunReport(kept, messages, dropped);
            } finally {
                lock.unlock();
            }
        }

        private boolean hasRoom(RunEvent event, long size) {
            if (event instanceof RunEvent.RunFinished
                    || event instanceof RunEvent.RunFailed
                    || event instanceof RunEvent.RunSuspended) {
                return kept.size() < maxEvents + ENDS;
            }
            int share = isPiece(event) ? 2 : 1;
            return kept.size() < Math.max(1, maxEvents / share) && characters + size <= MAX_CHARACTERS / share;
        }

        private static boolean isPiece(RunEvent event) {
            return event instanceof RunEvent.TextDelta
                    || event instanceof RunEvent.ReasoningDelta
                    || event instanceof RunEvent.ToolProgress;
        }

        private static long characters(RunEvent event) {
            if (event instanceof RunEvent.TextDelta delta) {
                return delta.text().length();
            } else if (event instanceof RunEvent.ReasoningDelta delta) {
                return delta.text().length();
            } else if (event instanceof RunEvent.ToolRequested requested) {
                return requested.arguments().length();
            } else if (event instanceof RunEvent.ToolFinished finished) {
                return finished.text().length();
            } else if (event instanceof RunEvent.ApprovalRequested requested) {
                return requested.request().inputJson().length();
            } else if (event instanceof RunEvent.ToolStarted started) {
                return started.inputJson().length();
            }
            return event instanceof RunEvent.ToolProgress progress
                    ? progress.text().length()
                    : 0;
        }
    }
}
