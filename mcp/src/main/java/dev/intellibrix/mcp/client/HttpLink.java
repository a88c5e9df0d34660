package dev.intellibrix.mcp.client;

import dev.intellibrix.internal.http.EventStream;
import dev.intellibrix.internal.http.HttpClients;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * A server behind a URL: streamable HTTP, one POST a message, answered by JSON or by a stream of events. No redirect is
 * followed, no address that the server names is ever called, no cookie is kept.
 */
final class HttpLink implements Link {

    private static final MediaType JSON = MediaType.get("application/json");
    private static final String SESSION = "Mcp-Session-Id";
    private static final Pattern SESSION_ID = Pattern.compile("[\\x21-\\x7e]{1,1024}");
    private static final Pattern EVENT_ID = Pattern.compile("[\\x21-\\x7e]{1,1024}");
    private static final String EVENTS = "text/event-stream";
    private static final Duration USUAL_RETRY = Duration.ofSeconds(1);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(30);
    private static final int MAX_RESUMPTIONS = 5;
    private static final int MAX_WAITING = 256;
    private static final int STREAM_FACTOR = 4;
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    private final OkHttpClient client;
    private final HttpUrl url;
    private final Supplier<Map<String, String>> headers;
    private final int maxMessageBytes;
    private final Map<String, Exchange> exchanges = new ConcurrentHashMap<>();
    private volatile @Nullable Receiver receiver;
    private volatile @Nullable String session;
    private volatile @Nullable String version;
    private volatile boolean over;

    HttpLink(HttpUrl url, Supplier<Map<String, String>> headers, Duration connect, Duration call, int maxMessageBytes) {
        this.url = url;
        this.headers = headers;
        this.maxMessageBytes = maxMessageBytes;
        this.client = HttpClients.builder(connect, call, call).build();
        client.dispatcher().setMaxRequests(MAX_WAITING);
        client.dispatcher().setMaxRequestsPerHost(MAX_WAITING);
    }

    @Override
    public void open(Receiver to) {
        receiver = to;
    }

    @Override
    public void agreed(String agreed) {
        version = agreed;
    }

    @Override
    public void send(String json, @Nullable String id) throws ServerFailure {
        Receiver to = receiver;
        if (over || to == null || client.dispatcher().queuedCallsCount() > MAX_WAITING) {
            throw new ServerFailure(ServerFailure.Kind.NOT_SENT, over ? "is not connected any more" : "is too busy");
        }
        Request request = request()
                .header("Accept", "application/json, text/event-stream")
                .post(RequestBody.create(json.getBytes(StandardCharsets.UTF_8), JSON))
                .build();
        Call call = client.newCall(request);
        Exchange exchange = new Exchange(to, id, call);
        if (id != null) {
            exchanges.put(id, exchange);
        }
        call.enqueue(exchange);
    }

    private Request.Builder request() throws ServerFailure {
        Request.Builder request = new Request.Builder().url(url);
        try {
            headers.get().forEach(request::header);
        } catch (RuntimeException e) {
            throw new ServerFailure(ServerFailure.Kind.NOT_SENT, "was not asked, since its credentials are missing", e);
        }
        String known = session;
        if (known != null) {
            request.header(SESSION, known);
        }
        String agreed = version;
        if (agreed != null) {
            request.header("MCP-Protocol-Version", agreed);
        }
        return request;
    }

    @Override
    public void forget(String id) {
        Exchange exchange = exchanges.remove(id);
        if (exchange != null) {
            exchange.cancel();
        }
    }

    @Override
    public void close() {
        over = true;
        exchanges.values().forEach(Exchange::cancel);
        exchanges.clear();
        sayGoodbye();
        client.dispatcher().cancelAll();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }

    /** So that the server need not wait for the session to grow old. */
    private void sayGoodbye() {
        String known = session;
        session = null;
        if (known == null) {
            return;
        }
        try {
            Call call = client.newCall(request().header(SESSION, known).delete().build());
            call.timeout().timeout(GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
            call.execute().close();
        } catch (IOException | ServerFailure e) {
            // It is gone already.
        }
    }

    /** What becomes of one message. */
    private final class Exchange implements Callback {

        private final Receiver to;
        private final @Nullable String id;
        private final CountDownLatch cancelled = new CountDownLatch(1);
        private volatile Call call;

        Exchange(Receiver to, @Nullable String id, Call call) {
            this.to = to;
            this.id = id;
            this.call = call;
        }

        void cancel() {
            cancelled.countDown();
            call.cancel();
        }

        @Override
        public void onFailure(Call call, IOException e) {
            boolean unreachable = e instanceof ConnectException || e instanceof UnknownHostException;
            fail(
                    unreachable ? ServerFailure.Kind.NOT_SENT : ServerFailure.Kind.LOST,
                    unreachable ? "could not be reached" : "broke the connection",
                    e);
        }

        @Override
        public void onResponse(Call call, Response response) {
            try (response) {
                accept(response);
            } catch (IOException e) {
                fail(ServerFailure.Kind.LOST, "broke off its answer or sent too much of one", e);
            } finally {
                if (id != null) {
                    exchanges.remove(id, this);
                }
            }
        }

        private void accept(Response response) throws IOException {
            if (!response.isSuccessful()) {
                refused(response);
                return;
            }
            keepSession(response);
            BufferedSource body = response.body().source();
            String type = contentType(response);
            if (id == null) {
                return; // There is nothing to answer, whatever the server has to say to it.
            }
            if (type.startsWith(EVENTS)) {
                stream(body);
            } else if (type.startsWith("application/json")) {
                one(body);
            } else {
                fail(ServerFailure.Kind.LOST, "answered with neither JSON nor a stream of events", null);
            }
        }

        private String contentType(Response response) {
            return String.valueOf(response.header("Content-Type")).toLowerCase(Locale.ROOT);
        }

        private void refused(Response response) throws IOException {
            int code = response.code();
            boolean inSession = response.request().header(SESSION) != null;
            if (mayAnswer(code) && isAnswerAllTheSame(response)) {
                return;
            }
            if (inSession && (code == 404 || code == 400)) {
                fail(ServerFailure.Kind.SESSION_GONE, "does not know the session any more", null);
            } else if (code >= 300 && code < 400) {
                fail(ServerFailure.Kind.NOT_SENT, "answered with a redirect, which is not followed", null);
            } else if (code == 401 || code == 403) {
                fail(ServerFailure.Kind.NOT_SENT, "refused the credentials (HTTP " + code + ")", null);
            } else {
                fail(ServerFailure.Kind.LOST, "answered with HTTP " + code, null);
            }
        }

        /** Servers refuse what was asked with several codes; these ones say enough by themselves. */
        private static boolean mayAnswer(int code) {
            return code >= 400 && code != 401 && code != 403 && code != 404;
        }

        /** Whether it answers this very request: then it was read, and is not made again, whatever the code. */
        private boolean isAnswerAllTheSame(Response response) throws IOException {
            BufferedSource body = response.body().source();
            return contentType(response).startsWith("application/json")
                    && !body.request(maxMessageBytes + 1L)
                    && isAnswer(body.readUtf8());
        }

        private void keepSession(Response response) throws IOException {
            String given = response.header(SESSION);
            if (given != null && session == null && version == null && !over) {
                if (!SESSION_ID.matcher(given).matches()) {
                    throw new IOException("the session has no valid id");
                }
                session = given;
            }
        }

        /** A stream that ends early says how it can be gone on with; that is tried a few times. */
        private void stream(BufferedSource body) throws IOException {
            EventStream events = events(body);
            boolean isDone = isAnswered(events);
            for (int more = 0; more < MAX_RESUMPTIONS && !isDone && mayGoOn(events); more++) {
                call = client.newCall(resumption(events.lastId()));
                if (cancelled.getCount() == 0) {
                    call.cancel(); // Somebody may have cancelled the one before it.
                }
                try (Response response = call.execute()) {
                    if (!response.isSuccessful() || !contentType(response).startsWith(EVENTS)) {
                        break;
                    }
                    events = events(response.body().source());
                    isDone = isAnswered(events);
                }
            }
            if (!isDone) {
                fail(ServerFailure.Kind.LOST, "ended its answer without a result", null);
            }
        }

        private EventStream events(BufferedSource body) {
            return new EventStream(body, maxMessageBytes, (long) maxMessageBytes * STREAM_FACTOR);
        }

        private boolean isAnswered(EventStream events) throws IOException {
            for (EventStream.Event event = events.next(); event != null; event = events.next()) {
                if (over || isAnswer(event.data())) {
                    return true;
                }
            }
            return false;
        }

        /** Waits as long as the server wants, within reason; false when nobody waits for the answer any more. */
        private boolean mayGoOn(EventStream events) throws IOException {
            Duration pause = events.retry().orElse(USUAL_RETRY);
            try {
                return EVENT_ID.matcher(events.lastId()).matches()
                        && pause.compareTo(LONGEST_RETRY) <= 0
                        && !cancelled.await(pause.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        private Request resumption(String lastId) throws IOException {
            try {
                return request()
                        .header("Accept", EVENTS)
                        .header("Last-Event-ID", lastId)
                        .build();
            } catch (ServerFailure e) {
                throw new IOException(e.getMessage(), e);
            }
        }

        private void one(BufferedSource body) throws IOException {
            if (body.request(maxMessageBytes + 1L)) {
                throw new IOException("the answer is too large");
            }
            if (!isAnswer(body.readUtf8())) {
                fail(ServerFailure.Kind.LOST, "gave an answer that can not be read", null);
            }
        }

        private boolean isAnswer(String json) {
            return !json.isEmpty() && id != null && id.equals(to.received(json));
        }

        private void fail(ServerFailure.Kind kind, String why, @Nullable Throwable cause) {
            if (id != null) {
                to.failed(id, new ServerFailure(kind, why, cause));
            }
        }
    }
}
