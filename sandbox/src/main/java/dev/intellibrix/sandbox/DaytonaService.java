package dev.intellibrix.sandbox;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetException;
import dev.intellibrix.internal.net.NetRequest;
import dev.intellibrix.internal.net.WebUrl;
import dev.intellibrix.tool.Cancellation;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Daytona: its API makes and ends sandboxes; the toolbox in each is reached over a proxy that the API names. */
final class DaytonaService implements RemoteService {

    private static final Logger LOG = LoggerFactory.getLogger(DaytonaService.class);
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,100}");
    private static final Duration LOOK = Duration.ofMillis(300);
    private static final Set<String> ENDED =
            Set.of("stopped", "stopping", "destroyed", "destroying", "archived", "archiving", "error", "build_failed");

    private final RemoteSettings settings;
    private final Optional<String> snapshot;
    private final Optional<String> target;
    private final List<String> toolboxHosts;
    private final RemoteHttp http;
    private final RemoteHttp toolbox;

    DaytonaService(
            RemoteSettings settings, Optional<String> snapshot, Optional<String> target, List<String> toolboxHosts) {
        this.settings = settings;
        this.snapshot = snapshot;
        this.target = target;
        this.toolboxHosts = List.copyOf(toolboxHosts);
        this.http = new RemoteHttp(settings, List.of(settings.base().host()));
        this.toolbox = new RemoteHttp(settings, this.toolboxHosts);
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
        wanted.put("name", label);
        snapshot.ifPresent(name -> wanted.put("snapshot", name));
        target.ifPresent(name -> wanted.put("target", name));
        wanted.put("public", false);
        wanted.put("networkBlockAll", !limits.network());
        wanted.put("autoStopInterval", settings.lifetime().plusSeconds(59).toMinutes());
        wanted.put("autoDeleteInterval", 0); // As soon as it is stopped.
        wanted.putObject("labels").put("intellibrix", label);
        boolean isCreated = false;
        boolean isRefused = false;
        try {
            JsonNode made = http.json(api("/sandbox").post(RemoteHttp.JSON, Json.write(wanted)), cancellation);
            RemoteBox box = box(started(made, cancellation));
            isCreated = true;
            return box;
        } catch (RemoteFailure e) {
            isRefused = e.kind() == RemoteFailure.Kind.BUSY;
            throw e;
        } finally {
            if (!isCreated && !isRefused) {
                removeNamed(label);
            }
        }
    }

    /** What is known of a sandbox once it runs. */
    private JsonNode started(JsonNode made, Cancellation cancellation) {
        JsonNode sandbox = made;
        long end = System.nanoTime() + settings.requestTimeout().toNanos();
        while (!state(sandbox).equals("started")) {
            if (ENDED.contains(state(sandbox))) {
                throw RemoteFailure.refused("Daytona could not start the sandbox");
            }
            if (System.nanoTime() - end > 0) {
                throw RemoteFailure.refused("Daytona did not start the sandbox in time");
            }
            Attempts.sleep(LOOK, cancellation);
            sandbox = http.json(api("/sandbox/" + id(sandbox)), cancellation);
        }
        return sandbox;
    }

    private static String state(JsonNode sandbox) {
        return sandbox.path("state").asString("");
    }

    private static String id(JsonNode sandbox) {
        String id = sandbox.path("id").asString("");
        if (!ID.matcher(id).matches()) {
            throw RemoteFailure.unclear("Daytona did not tell how to reach the sandbox", null);
        }
        return id;
    }

    private RemoteBox box(JsonNode sandbox) {
        String proxy = sandbox.path("toolboxProxyUrl").asString("");
        try {
            WebUrl url = SandboxServiceBuilder.url(proxy, "toolboxProxyUrl");
            Box box = new Box(id(sandbox), url);
            toolbox.check(url);
            return box;
        } catch (IllegalArgumentException | NetException e) {
            throw RemoteFailure.refused(
                    "Daytona names a toolbox whose host is not among those that are allowed: " + toolboxHosts, e);
        }
    }

    private void removeNamed(String name) {
        try {
            remove(name);
        } catch (RemoteFailure e) {
            if (e.kind() != RemoteFailure.Kind.GONE) {
                LOG.warn(
                        "a sandbox may have been made, which ends by itself within {}: {}",
                        settings.lifetime(),
                        e.reason());
            }
        }
    }

    private void remove(String idOrName) {
        http.send(api("/sandbox/" + idOrName).delete(), Duration.ZERO, 100_000, Cancellation.none());
    }

    private NetRequest.Builder api(String path) {
        return authorized(settings.url(path));
    }

    private NetRequest.Builder authorized(WebUrl url) {
        return NetRequest.of(url).secretHeader("Authorization", "Bearer " + settings.key());
    }

    /** A sandbox, by the API of its toolbox. */
    private final class Box implements RemoteBox {

        private final String id;
        private final WebUrl proxy;

        Box(String id, WebUrl proxy) {
            this.id = id;
            this.proxy = proxy;
        }

        @Override
        public String run(String script, Duration longest, int maxBytes, Cancellation cancellation) {
            ObjectNode wanted = Json.object();
            wanted.put("command", "exec sh -c " + RemoteScript.quoted(script));
            wanted.put(
                    "timeout",
                    longest.plus(settings.requestTimeout()).plusSeconds(1).toSeconds());
            NetRequest.Builder request = toolbox("/process/execute").post(RemoteHttp.JSON, Json.write(wanted));
            try {
                NetAnswer answer = toolbox.send(request, longest, 100_000 + 2 * maxBytes, cancellation);
                return toolbox.parse(RemoteHttp.text(answer)).path("result").asString("");
            } catch (RemoteFailure e) {
                throw e.kind() == RemoteFailure.Kind.REFUSED && hasEnded(cancellation)
                        ? RemoteFailure.gone("Daytona has stopped it")
                        : e;
            }
        }

        /** Whether it has been stopped, which the toolbox says in several ways. */
        private boolean hasEnded(Cancellation cancellation) {
            try {
                return ENDED.contains(state(http.json(api("/sandbox/" + id), cancellation)));
            } catch (RemoteFailure e) {
                return e.kind() == RemoteFailure.Kind.GONE;
            }
        }

        @Override
        public void write(String path, byte[] content, Cancellation cancellation) {
            String boundary = "intellibrix-" + UUID.randomUUID();
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            body.writeBytes(
                    ("--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n"
                                    + "Content-Type: application/octet-stream\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            body.writeBytes(content);
            body.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.US_ASCII));
            NetRequest.Builder request = toolbox("/files/upload?path=" + path)
                    .send("POST", "multipart/form-data; boundary=" + boundary, body.toByteArray());
            toolbox.send(request, Duration.ZERO, 100_000, cancellation);
        }

        @Override
        public byte[] read(String path, int maxBytes, Cancellation cancellation) {
            return toolbox.send(toolbox("/files/download?path=" + path), Duration.ZERO, maxBytes, cancellation)
                    .body();
        }

        @Override
        public void remove() {
            DaytonaService.this.remove(id);
        }

        private NetRequest.Builder toolbox(String path) {
            return authorized(RemoteSettings.below(proxy, "/" + id + path));
        }
    }
}
