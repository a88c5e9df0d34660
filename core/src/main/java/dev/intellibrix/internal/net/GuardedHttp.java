package dev.intellibrix.internal.net;

import dev.intellibrix.internal.http.HttpClients;
import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Source;

/**
 * An HTTP client for URLs that nobody vouches for. Each URL, the first and those of redirects, passes the policy; each look-up
 * gives out checked addresses only; each socket checks the address once more as it connects to it. So no spelling of an address,
 * no redirect, and no name that changes its addresses leads past the check. No cookie, no credential and no proxy is used that
 * the request does not carry itself. Time, redirects, headers (256 KB) and content are bounded.
 *
 * <p>Thread-safe. No connection is kept for another request.
 */
public final class GuardedHttp {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Duration LONGEST_CALL = Duration.ofHours(1);
    private static final int BESIDE_CONTENT = 1_000_000;
    private static final int MAX_FAILURE_BYTES = 100_000;
    private static final int MIN_STATUS = 100;
    private static final int MAX_STATUS = 599;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final NetPolicy policy;
    private final Connector connector;
    private final OkHttpClient client;

    private GuardedHttp(NetPolicy policy, Connector connector, OkHttpClient client) {
        this.policy = policy;
        this.connector = connector;
        this.client = client;
    }

    /** A client that reaches what this policy allows. */
    public static GuardedHttp of(NetPolicy policy) {
        return of(policy, Resolver.system(), Connector.direct());
    }

    /** A client that looks names up and opens connections in its own way; the policy has its say in between. */
    public static GuardedHttp of(NetPolicy policy, Resolver resolver, Connector connector) {
        OkHttpClient client = HttpClients.builder(CONNECT, SILENCE, LONGEST_CALL)
                .dns(new GuardedDns(policy, resolver))
                // Each request opens a connection, so that each is checked, and none has been closed by the server
                // meanwhile.
                .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
                // The frames of HTTP/2 have ways to flood a client that none of the bounds here counts.
                .protocols(List.of(Protocol.HTTP_1_1))
                .build();
        return new GuardedHttp(policy, connector, client);
    }

    /** This client with other certificates trusted. */
    GuardedHttp trusting(SSLSocketFactory sockets, X509TrustManager trust) {
        return new GuardedHttp(
                policy,
                connector,
                client.newBuilder().sslSocketFactory(sockets, trust).build());
    }

    /**
     * Checks of a URL what can be told without a look-up.
     *
     * @throws NetException of the kind REFUSED
     */
    public void check(WebUrl url) {
        policy.check(url);
    }

    /**
     * Sends a request and reads the answer, whatever its status is; redirects of a GET are followed.
     *
     * @throws NetException when there is no answer
     * @throws java.util.concurrent.CancellationException when it is cancelled
     */
    public NetAnswer send(NetRequest request, Cancellation cancellation) {
        List<WebUrl> redirects = new ArrayList<>();
        try {
            return follow(request, redirects, cancellation);
        } catch (NetException e) {
            throw redirects.isEmpty() ? e : e.after(redirects);
        }
    }

    private NetAnswer follow(NetRequest request, List<WebUrl> redirects, Cancellation cancellation) {
        WebUrl url = request.url();
        boolean isFirstOrigin = true;
        for (int hop = 0; ; hop++) {
            NetAnswer answer = hop(request, url, isFirstOrigin, hop, cancellation);
            if (!REDIRECTS.contains(answer.status())) {
                return answer;
            }
            redirects.add(url);
            if (hop >= request.maxRedirects()) {
                throw redirect(request.url(), "redirects more than " + request.maxRedirects() + " times");
            }
            url = next(request, answer);
            // A key does not come back after it was left behind: the way there was another server's idea.
            isFirstOrigin &= url.origin().equals(request.url().origin());
        }
    }

    private NetAnswer hop(NetRequest request, WebUrl url, boolean isFirstOrigin, int hop, Cancellation cancellation) {
        try {
            policy.check(url);
            request.beforeEach().accept(url);
            return exchange(request, url, isFirstOrigin, cancellation);
        } catch (NetException e) {
            throw hop == 0 ? e : e.onTheWayFrom(request.url());
        }
    }

    private static WebUrl next(NetRequest request, NetAnswer answer) {
        if (!request.method().equals("GET")) {
            throw redirect(answer.url(), "redirects a " + request.method() + ", which is not followed");
        }
        String location = answer.header("Location")
                .orElseThrow(() -> redirect(answer.url(), "redirects, and does not say where to"));
        try {
            return answer.url().resolve(location);
        } catch (NetException e) {
            throw e.onTheWayFrom(request.url());
        }
    }

    private static NetException redirect(WebUrl url, String what) {
        return new NetException(NetException.Kind.REDIRECT, url.brief() + " " + what + "; use another source");
    }

    private NetAnswer exchange(NetRequest request, WebUrl url, boolean isFirstOrigin, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        Duration left = request.deadline().remaining();
        if (left.isZero()) {
            throw NetFailures.timeout(url, request.deadline(), false, new SocketTimeoutException("too late"));
        }
        WireAllowance allowance = new WireAllowance(BESIDE_CONTENT);
        Call call = boundedBy(allowance, request.silence()).newCall(http(request, url, request.headers(isFirstOrigin)));
        call.timeout().timeout(left.toNanos(), TimeUnit.NANOSECONDS);
        Cancellation.Registration onCancel = cancellation.onCancel(call::cancel);
        boolean hasAnswered = false;
        try (Response response = execute(call)) {
            hasAnswered = true;
            return answer(request, url, response, allowance);
        } catch (IOException e) {
            cancellation.throwIfCancelled();
            throw NetFailures.of(e, url, request.deadline(), hasAnswered);
        } finally {
            onCancel.close();
        }
    }

    /** The client takes a status below zero for a mistake of its caller. */
    private static Response execute(Call call) throws IOException {
        try {
            return call.execute();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new ProtocolException(e.getClass().getSimpleName());
        }
    }

    private OkHttpClient boundedBy(WireAllowance allowance, Optional<Duration> silence) {
        return client.newBuilder()
                .socketFactory(new GuardedSocketFactory(policy, connector, allowance))
                .readTimeout(silence.orElse(SILENCE))
                .build();
    }

    private static Request http(NetRequest request, WebUrl url, Headers headers) {
        return new Request.Builder()
                .url(url.httpUrl())
                .headers(headers)
                .method(request.method(), request.body())
                .build();
    }

    private static NetAnswer answer(NetRequest request, WebUrl url, Response response, WireAllowance allowance)
            throws IOException {
        Headers headers = response.headers();
        NetAnswer unread = new NetAnswer(url, response.code(), headers, NetAnswer.Body.UNREAD);
        checkHead(unread);
        if (REDIRECTS.contains(response.code())
                || (unread.isSuccess() && !request.wanted().test(unread.contentType()))) {
            return unread;
        }
        int bound = unread.isSuccess() ? request.maxBytes() : Math.min(request.maxBytes(), MAX_FAILURE_BYTES);
        String encoding = unread.list("Content-Encoding");
        return new NetAnswer(
                url,
                response.code(),
                headers,
                BodyReader.read(url, encoding, new Counted(response.body().source(), allowance), bound));
    }

    /** Tells the connection of the content that was read. */
    private static final class Counted extends ForwardingSource {

        private final WireAllowance allowance;

        Counted(Source source, WireAllowance allowance) {
            super(source);
            this.allowance = allowance;
        }

        @Override
        public long read(Buffer sink, long byteCount) throws IOException {
            long read = super.read(sink, byteCount);
            allowance.addContent(Math.max(0, read));
            return read;
        }
    }

    /** Of the codings for the way the client knows one alone, and leaves all others in the content. */
    private static void checkHead(NetAnswer answer) {
        String coding = answer.list("Transfer-Encoding");
        boolean isKnown = coding.isEmpty() || coding.equalsIgnoreCase("chunked") || coding.equalsIgnoreCase("identity");
        if (!isKnown || answer.status() < MIN_STATUS || answer.status() > MAX_STATUS) {
            throw new NetException(
                    NetException.Kind.BAD_ANSWER,
                    answer.url().host() + " does not answer as a web server does; use another source");
        }
    }
}
