package dev.intellibrix.sandbox;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetRequest;
import dev.intellibrix.internal.net.WebUrl;
import dev.intellibrix.tool.Cancellation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** E2B: its API makes and ends sandboxes; the daemon in each is reached over one host for all. */
final class E2bService implements RemoteService {

    private static final Logger LOG = LoggerFactory.getLogger(E2bService.class);
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,100}");
    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{1,4000}");
    private static final String LABEL = "intellibrix";
    private static final String DAEMON_PORT = "49983";
    private static final String USER = "user:";

    private final RemoteSettings settings;
    private final WebUrl sandboxes;
    private final String template;
    private final RemoteHttp http;

    E2bService(RemoteSettings settings, WebUrl sandboxes, String template) {
        this.settings = settings;
        this.sandboxes = sandboxes;
        this.template = template;
        this.http = new RemoteHttp(settings, List.of(settings.base().host(), sandboxes.host()));
    }

    @Override
    public RemoteSettings settings() {
        return settings;
    }

    @Override
    public Set<SandboxPromise> promises() {
        return EnumSet.of(
                SandboxPromise.NO_NETWORK,
                SandboxPromise.HOST_HIDDEN,
                SandboxPromise.HOST_UNCHANGED,
                SandboxPromise.TIME_LIMIT,
                SandboxPromise.NOTHING_LEFT);
    }

    @Override
    public void check(SandboxLimits limits) {
        // All that it can not limit is not promised.
    }

    @Override
    public RemoteBox create(String label, SandboxLimits limits, Cancellation cancellation) {
        ObjectNode wanted = Json.object();
        wanted.put("templateID", template);
        wanted.put("timeout", settings.lifetime().toSeconds());
        wanted.put("autoPause", false);
        wanted.put("secure", true);
        wanted.put("allow_internet_access", limits.network());
        wanted.putObject("metadata").put(LABEL, label);
        try {
            return box(http.json(api("/sandboxes").post(RemoteHttp.JSON, Json.write(wanted)), cancellation));
        } catch (CancellationException e) {
            removeLabelled(label);
            throw e;
        } catch (RemoteFailure e) {
            if (e.kind() == RemoteFailure.Kind.UNCLEAR) {
                removeLabelled(label);
            }
            throw e;
        }
    }

    private RemoteBox box(JsonNode made) {
        String id = made.path("sandboxID").asString("");
        String token = made.path("envdAccessToken").asString("");
        if (!ID.matcher(id).matches() || !TOKEN.matcher(token).matches()) {
            throw RemoteFailure.unclear("E2B did not tell how to reach the sandbox", null);
        }
        return new Box(id, token);
    }

    /** Nobody knows whether a sandbox was made; when it was, it has the label. */
    private void removeLabelled(String label) {
        try {
            NetRequest.Builder query = api("/v2/sandboxes?metadata=" + LABEL + "%3D" + label);
            for (JsonNode each : http.json(query, Cancellation.none())) {
                String id = each.path("sandboxID").asString("");
                if (ID.matcher(id).matches()) {
                    remove(id);
                }
            }
        } catch (RemoteFailure e) {
            LOG.warn(
                    "a sandbox may have been made, which ends by itself within {}: {}",
                    settings.lifetime(),
                    e.reason());
        }
    }

    private void remove(String id) {
        http.send(api("/sandboxes/" + id).delete(), Duration.ZERO, 10_000, Cancellation.none());
    }

    private NetRequest.Builder api(String path) {
        return NetRequest.of(settings.url(path)).secretHeader("X-API-Key", settings.key());
    }

    /** A sandbox, by the API of the daemon in it. */
    private final class Box implements RemoteBox {

        private final String id;
        private final String token;

        Box(String id, String token) {
            this.id = id;
            this.token = token;
        }

        @Override
        public String run(String script, Duration longest, int maxBytes, Cancellation cancellation) {
            ObjectNode wanted = Json.object();
            wanted.putObject("process")
                    .put("cmd", "/bin/sh")
                    .putArray("args")
                    .add("-c")
                    .add(script);
            wanted.put("stdin", false);
            long most = longest.plus(settings.requestTimeout()).toMillis();
            NetRequest.Builder request = daemon("/process.Process/Start")
                    .header("Connect-Protocol-Version", "1")
                    .header("Connect-Timeout-Ms", String.valueOf(most))
                    .header("Keepalive-Ping-Interval", "20")
                    .send("POST", ConnectStream.MEDIA_TYPE, ConnectStream.message(Json.write(wanted)));
            NetAnswer answer = send(request, longest, 100_000 + 2 * maxBytes, cancellation);
            return E2bEvents.output(ConnectStream.read(answer.body()), http);
        }

        @Override
        public void write(String path, byte[] content, Cancellation cancellation) {
            send(
                    daemon("/files?path=" + path).send("POST", "application/octet-stream", content),
                    Duration.ZERO,
                    100_000,
                    cancellation);
        }

        @Override
        public byte[] read(String path, int maxBytes, Cancellation cancellation) {
            return send(daemon("/files?path=" + path), Duration.ZERO, maxBytes, cancellation)
                    .body();
        }

        @Override
        public void remove() {
            E2bService.this.remove(id);
        }

        private NetRequest.Builder daemon(String path) {
            String user = Base64.getEncoder().encodeToString(USER.getBytes(StandardCharsets.US_ASCII));
            return NetRequest.of(RemoteSettings.below(sandboxes, path))
                    .header("E2b-Sandbox-Id", id)
                    .header("E2b-Sandbox-Port", DAEMON_PORT)
                    .header("Authorization", "Basic " + user)
                    .secretHeader("X-Access-Token", token);
        }

        private NetAnswer send(NetRequest.Builder request, Duration longer, int maxBytes, Cancellation cancellation) {
            NetAnswer answer = http.answer(request, settings.requestTimeout().plus(longer), maxBytes, cancellation);
            if (answer.status() == 502 && isNotFound(answer)) {
                throw RemoteFailure.gone("E2B does not have it any more (502)");
            }
            return http.checked(answer);
        }

        /** What the proxy in front of all sandboxes says of one that has ended; it has not passed the request on then. */
        private static boolean isNotFound(NetAnswer answer) {
            String said = RemoteHttp.text(answer).toLowerCase(Locale.ROOT);
            return said.contains("sandbox was not found") || said.contains("sandbox not found");
        }
    }
}
