package dev.intellibrix.internal.http;

import java.net.Proxy;
import java.time.Duration;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Response;

/**
 * Makes OkHttp clients that do only what they are told: no redirect is followed, nothing is sent a second time, no proxy is
 * taken from the environment, no cookie or answer is kept, and no thread keeps the JVM alive.
 *
 * <p>A client has its own connections. Code that refuses addresses must not share a client with code that does not, since a
 * connection that is already open is not checked again.
 */
public final class HttpClients {

    private static final long IDLE_SECONDS = 10;
    private static final int UNAVAILABLE = 503;

    private HttpClients() {}

    /**
     * A builder with these bounds, for the caller to go on with.
     *
     * @param connect how long a connection may take to open
     * @param read how long the other side may be silent
     * @param call how long a call may take, from its start to the last byte of the answer
     */
    public static OkHttpClient.Builder builder(Duration connect, Duration read, Duration call) {
        return new OkHttpClient.Builder()
                .connectTimeout(positive(connect, "connect"))
                .readTimeout(positive(read, "read"))
                .writeTimeout(read)
                .callTimeout(positive(call, "call"))
                .proxy(Proxy.NO_PROXY)
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .addNetworkInterceptor(chain -> notAgain(chain.proceed(chain.request())))
                .dispatcher(new Dispatcher(daemons()));
    }

    /**
     * OkHttp sends a request, also a POST, a second time after a 503 that asks for no wait, whatever its settings are. It does not
     * when the zero is written in another way, which {@link RetryAfter} reads just as well.
     */
    private static Response notAgain(Response response) {
        String wait = response.header("Retry-After");
        boolean isZero = wait != null && !wait.isEmpty() && wait.chars().allMatch(c -> c == '0');
        return response.code() == UNAVAILABLE && isZero
                ? response.newBuilder().header("Retry-After", "0.0").build()
                : response;
    }

    /**
     * Checks a time-out.
     *
     * @throws IllegalArgumentException when it is not between a millisecond and 24 days, which is what OkHttp can count
     */
    public static Duration positive(Duration timeout, String argument) {
        boolean fits = timeout.compareTo(Duration.ofMillis(1)) >= 0 && timeout.compareTo(Duration.ofDays(24)) <= 0;
        if (!fits) {
            throw new IllegalArgumentException(argument + " must be from 1 ms to 24 days, but is " + timeout);
        }
        return timeout;
    }

    /** OkHttp's own pool has threads that outlive the last call by a minute and hold the JVM open. */
    private static ThreadPoolExecutor daemons() {
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "intellibrix-http");
                    thread.setDaemon(true);
                    return thread;
                });
    }
}
