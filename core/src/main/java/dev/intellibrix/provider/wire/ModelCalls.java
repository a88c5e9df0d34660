package dev.intellibrix.provider.wire;

import dev.intellibrix.internal.http.Secrets;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of a provider: bounded by the client's time-outs and by the request's deadline, ended at once by its
 * cancellation and soon by an interrupt, with every failure put into words. Thread-safe; keeps nothing of a call.
 */
public final class ModelCalls {

    private final OkHttpClient client;
    private final Clock clock;
    private final String server;
    private final Secrets secrets;
    private final Failures failures;
    private final InterruptWatch interrupts;

    /**
     * Calls to the server of this address.
     *
     * @param secrets what no message may hold
     * @param clock what deadlines are compared with
     */
    public ModelCalls(OkHttpClient client, HttpUrl server, Secrets secrets, Clock clock) {
        this(client, nameOf(server), secrets, clock, new InterruptWatch());
    }

    private ModelCalls(OkHttpClient client, String server, Secrets secrets, Clock clock, InterruptWatch interrupts) {
        this.client = client;
        this.clock = clock;
        this.server = server;
        this.secrets = secrets;
        this.failures = new Failures(server, secrets, clock);
        this.interrupts = interrupts;
    }

    /** The same calls, with one more thing that no message may hold. */
    ModelCalls withSecret(String value) {
        return new ModelCalls(client, server, secrets.with(value), clock, interrupts);
    }

    /** The host, with the port where it is not the usual one. */
    public static String nameOf(HttpUrl server) {
        boolean usual = server.port() == HttpUrl.defaultPort(server.scheme());
        String host = server.host().contains(":") ? "[" + server.host() + "]" : server.host();
        return usual ? host : host + ":" + server.port();
    }

    /**
     * Sends the HTTP request and reads the turn that answers it.
     *
     * @throws ProviderException when there is no whole turn
     * @throws CancellationException when the request was cancelled or the thread interrupted; the thread stays interrupted
     */
    ModelResponse execute(Request http, ModelRequest request, TurnReader turn) {
        throwIfNotWanted(request, null);
        Bound bound = boundOf(request);
        Call call = client.newCall(http);
        call.timeout().timeout(bound.nanos, TimeUnit.NANOSECONDS);
        Cancellation.Registration onCancel = request.cancellation().onCancel(call::cancel);
        InterruptWatch.Watched onInterrupt = interrupts.watch(call);
        String phase = "the connection failed";
        try (Response response = call.execute()) {
            phase = "the answer broke off";
            return read(call, response, turn);
        } catch (IOException e) {
            throwIfNotWanted(request, e);
            throw failureOf(phase, e, bound, turn);
        } catch (ProviderException e) {
            if (!turn.emitted()) { // Otherwise it may be the sink's own.
                throwIfNotWanted(request, e);
            }
            throw e;
        } finally {
            onInterrupt.close();
            onCancel.close();
        }
    }

    /** A problem with this server, for readers of turns; the message is free of secrets. */
    public ProviderException.Builder failure(String problem) {
        return failures.of(problem);
    }

    private ModelResponse read(Call call, Response response, TurnReader turn) throws IOException {
        boolean done = false;
        try {
            ModelResponse answer = new AnswerReader(response, turn, failures).read();
            done = true;
            return answer;
        } finally {
            if (!done) {
                // Closing the response would first read on, to keep the connection for another call.
                call.cancel();
            }
        }
    }

    private static void throwIfNotWanted(ModelRequest request, @Nullable Exception cause) {
        boolean cancelled = request.cancellation().isCancelled();
        if (cancelled || Thread.currentThread().isInterrupted()) {
            CancellationException ended =
                    new CancellationException("the model call was " + (cancelled ? "cancelled" : "interrupted"));
            ended.initCause(cause);
            throw ended;
        }
    }

    private Bound boundOf(ModelRequest request) {
        Duration longest = Duration.ofMillis(client.callTimeoutMillis());
        long start = System.nanoTime();
        if (request.deadline().isEmpty()) {
            return new Bound(start, longest.toNanos(), false);
        }
        Duration left = Duration.between(clock.instant(), request.deadline().get());
        if (left.isNegative() || left.isZero()) {
            throw failures.of("the deadline had passed before the call was made")
                    .build();
        }
        boolean deadlineIsFirst = left.compareTo(longest) <= 0;
        return new Bound(start, (deadlineIsFirst ? left : longest).toNanos(), deadlineIsFirst);
    }

    private ProviderException failureOf(String phase, IOException e, Bound bound, TurnReader turn) {
        if (bound.isReached()) {
            String what = bound.isDeadline ? "the deadline passed" : "the time for a call is over";
            return failures.of(what + " after " + seconds(bound.nanos) + " without a whole answer")
                    .cause(e)
                    .retryable(!bound.isDeadline && !turn.emitted())
                    .partialText(turn.partialText())
                    .build();
        }
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        if (e instanceof SocketTimeoutException) {
            boolean connecting = message.toLowerCase(Locale.ROOT).contains("connect");
            message = connecting
                    ? "no connection within " + seconds(client.connectTimeoutMillis() * 1_000_000L)
                    : "nothing was received for " + seconds(client.readTimeoutMillis() * 1_000_000L);
        }
        return failures.of(phase + ": " + message)
                .cause(e)
                .retryable(!(e instanceof SSLException) && !turn.emitted())
                .partialText(turn.partialText())
                .build();
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }

    /** How long a call may take, counted from its start. */
    private record Bound(long start, long nanos, boolean isDeadline) {

        boolean isReached() {
            return System.nanoTime() - start >= nanos;
        }
    }
}
