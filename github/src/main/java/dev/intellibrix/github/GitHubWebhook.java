package dev.intellibrix.github;

import com.sun.net.httpserver.HttpHandler;
import dev.intellibrix.internal.json.JsonFault;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives what GitHub posts to a webhook. A delivery is verified over its raw bytes before anything of it is read; then it waits
 * in a bounded queue for the handler, outside of the request, so that GitHub has its answer at once.
 *
 * <pre>{@code
 * GitHubWebhook webhook = GitHubWebhook.builder(secret)
 *         .onEvent(event -> intelligence.ask(event.toMessage("Sort this issue: add the labels that fit.")))
 *         .build();
 * server.createContext("/github", webhook.httpHandler());
 * }</pre>
 *
 * <p>The answers are 202 for a delivery that was taken, 200 for one that was taken before, 401 for one without a right signature,
 * 400, 413 and 415 for one that cannot be used, and 503 for one that could not be taken now and was not remembered: it can be
 * sent again. Each delivery that was taken is handled once, or is among those that {@link #close(Duration)} gives back. One whose
 * handler threw is logged, and can be sent again. All of this is in memory: who has to outlive a crash puts the event into a store
 * of its own before the handler returns.
 *
 * <p>Thread-safe.
 */
public final class GitHubWebhook implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GitHubWebhook.class);
    private static final Pattern ID = Pattern.compile("[0-9A-Za-z-]{1,100}");
    private static final Pattern NAME = Pattern.compile("[a-z_]{1,100}");
    private static final Duration USUAL_WAIT = Duration.ofSeconds(30);

    /** A parsed payload takes many times its bytes, so that only two are read at a time. */
    private static final int PARSERS = 2;

    private final Signatures signatures;
    private final DeliveryQueue queue;
    private final int maxBytes;
    private final Duration bodyTimeout;
    private final Semaphore parsers = new Semaphore(PARSERS);

    private GitHubWebhook(Builder builder, Handler handler) {
        this.signatures = builder.signatures;
        this.maxBytes = builder.maxBytes;
        this.bodyTimeout = builder.bodyTimeout;
        this.queue = new DeliveryQueue(
                handler, builder.workers, builder.maxWaiting, builder.maxWaitingBytes, builder.remembered);
    }

    /** Does what is to be done about an event. */
    @FunctionalInterface
    public interface Handler {

        /**
         * Handles an event, on a thread of the webhook's own. It is interrupted when the webhook is closed and does not want to
         * wait for it.
         *
         * @throws Exception when it failed; the delivery can then be sent again
         */
        void handle(GitHubEvent event) throws Exception;
    }

    /**
     * What GitHub is told.
     *
     * @param status the HTTP status
     * @param text a line of plain text
     */
    public record Answer(int status, String text) {}

    /**
     * Starts with these secrets, of which any may have signed a delivery: the new one and the old one while they are exchanged.
     * Line feeds at their ends, as files have them, are no part of them.
     *
     * @throws IllegalArgumentException when there is none, or one is blank
     */
    public static Builder builder(String... secrets) {
        return new Builder(Signatures.of(List.of(secrets)));
    }

    /**
     * Answers a delivery. Never throws for what is in it.
     *
     * @param headers the headers; case does not count in their names
     * @param body the body, exactly as it came; a server need not receive more than {@link #maxBytes} and one byte of it
     */
    public Answer handle(Map<String, List<String>> headers, byte[] body) {
        return body.length > maxBytes ? tooLarge() : handleOwned(headers, body.clone());
    }

    /** Like {@link #handle}, for a body that nobody else has. */
    Answer handleOwned(Map<String, List<String>> all, byte[] body) {
        if (body.length > maxBytes) {
            return tooLarge();
        }
        WebhookHeaders headers = new WebhookHeaders(all);
        Optional<String> content = signatures.verify(headers, body);
        if (content.isEmpty()) {
            return new Answer(401, Signatures.HEADER + " is missing, or not that of this body");
        }
        Optional<String> id = headers.single("x-github-delivery", ID);
        Optional<String> name = headers.single("x-github-event", NAME);
        if (id.isEmpty() || name.isEmpty()) {
            return new Answer(400, "x-github-delivery and x-github-event are needed, once each");
        }
        if (!isJson(headers)) {
            return new Answer(415, "set the content type of the webhook to application/json");
        }
        return verified(name.get(), id.get(), content.get(), body);
    }

    private static boolean isJson(WebhookHeaders headers) {
        String type = headers.single("content-type").orElse("");
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end))
                .strip()
                .toLowerCase(Locale.ROOT)
                .equals("application/json");
    }

    private Answer verified(String name, String id, String content, byte[] body) {
        if (queue.isSeen(id, content)) {
            return seen();
        }
        GitHubEvent event;
        parsers.acquireUninterruptibly();
        try {
            event = GitHubEvent.of(name, id, body);
        } catch (JsonFault e) {
            return new Answer(400, "the body is no JSON object");
        } finally {
            parsers.release();
        }
        return switch (queue.offer(event, content)) {
            case TAKEN -> new Answer(202, "taken");
            case SEEN -> seen();
            case FULL -> new Answer(503, "not taken: too many deliveries wait here; send it again later");
            case CLOSED -> new Answer(503, "not taken: this server is being stopped; send it again later");
        };
    }

    private static Answer seen() {
        return new Answer(200, "taken before, and dropped this time");
    }

    Answer tooLarge() {
        return new Answer(413, "the body has more than " + maxBytes + " bytes");
    }

    /** The most bytes that a body may have. */
    public int maxBytes() {
        return maxBytes;
    }

    /**
     * This webhook for a server of the JDK, which should have an executor with several threads. Receives no more than it may
     * have: bodies that are slow, or more than twice too large, are cut off without an answer, and 503 is answered where too many
     * come in at once.
     */
    public HttpHandler httpHandler() {
        return WebhookHttpHandler.of(this, bodyTimeout);
    }

    /**
     * Takes no more deliveries, and waits for those that were taken. Those that are not finished then are given up: what runs is
     * interrupted.
     *
     * @param wait how long to wait
     * @return the events that were taken and not finished, oldest first; GitHub takes them for delivered
     * @throws IllegalStateException when a handler calls it, on its own thread: it would wait for itself
     */
    public List<GitHubEvent> close(Duration wait) {
        return queue.close(wait);
    }

    /**
     * Like {@link #close(Duration)} with 30 seconds; the ids of deliveries that are lost are logged.
     *
     * @throws IllegalStateException when a handler calls it, on its own thread
     */
    @Override
    public void close() {
        for (GitHubEvent lost : close(USUAL_WAIT)) {
            LOG.warn("delivery {} was taken and is not finished; send it again", lost.deliveryId());
        }
    }

    /** Tells nothing of its secrets. */
    @Override
    public String toString() {
        return "GitHubWebhook[" + signatures + "]";
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {

        private final Signatures signatures;
        private @Nullable Handler handler;
        private int maxBytes = 25 * 1024 * 1024;
        private int workers = 2;
        private int maxWaiting = 100;
        private long maxWaitingBytes = 100_000_000;
        private int remembered = 10_000;
        private Duration bodyTimeout = Duration.ofSeconds(30);

        private Builder(Signatures signatures) {
            this.signatures = signatures;
        }

        /** What is done about each event; required. */
        public Builder onEvent(Handler each) {
            this.handler = Objects.requireNonNull(each, "each");
            return this;
        }

        /**
         * The most bytes that a body may have; 25 MB (26,214,400) when not given, which is as much as GitHub sends.
         *
         * @throws IllegalArgumentException when it is not between 1 and 26,214,400
         */
        public Builder maxBytes(int bytes) {
            this.maxBytes = Checked.between(bytes, 1, 25 * 1024 * 1024, "bytes");
            return this;
        }

        /**
         * How many events are handled at a time; 2 when not given.
         *
         * @throws IllegalArgumentException when it is not between 1 and 1,000
         */
        public Builder workers(int count) {
            this.workers = Checked.between(count, 1, 1_000, "count");
            return this;
        }

        /**
         * How many events may wait; 100 when not given.
         *
         * @throws IllegalArgumentException when it is not between 1 and 1,000,000
         */
        public Builder maxWaiting(int events) {
            this.maxWaiting = Checked.between(events, 1, 1_000_000, "events");
            return this;
        }

        /**
         * How many bytes the bodies of the events that wait or are being handled may have together; 100,000,000 when not given. One
         * that is alone may have more.
         *
         * @throws IllegalArgumentException when it is not positive
         */
        public Builder maxWaitingBytes(long bytes) {
            if (bytes < 1) {
                throw new IllegalArgumentException("bytes must be positive, but is " + bytes);
            }
            this.maxWaitingBytes = bytes;
            return this;
        }

        /**
         * How many deliveries that were handled are remembered, so that they are not handled again; 10,000 when not given. Those that
         * wait or are being handled are known beside them.
         *
         * @throws IllegalArgumentException when it is not between 1 and 10,000,000
         */
        public Builder remembered(int deliveries) {
            this.remembered = Checked.between(deliveries, 1, 10_000_000, "deliveries");
            return this;
        }

        /**
         * How long a body may take to come in, with the JDK's server; 30 seconds when not given.
         *
         * @throws IllegalArgumentException when it is not between a millisecond and an hour
         */
        public Builder bodyTimeout(Duration duration) {
            if (duration.compareTo(Duration.ofMillis(1)) < 0 || duration.compareTo(Duration.ofHours(1)) > 0) {
                throw new IllegalArgumentException("duration must be from 1 ms to an hour, but is " + duration);
            }
            this.bodyTimeout = duration;
            return this;
        }

        /**
         * The webhook.
         *
         * @throws IllegalStateException without {@link #onEvent}
         */
        public GitHubWebhook build() {
            Handler each = handler;
            if (each == null) {
                throw new IllegalStateException("onEvent is missing: nobody would handle the events");
            }
            return new GitHubWebhook(this, each);
        }
    }
}
