package dev.intellibrix.sandbox;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetRequest;
import dev.intellibrix.tool.Cancellation;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Cloudflare: the bridge of its Sandbox SDK, a Worker that the user deploys. */
final class CloudflareService implements RemoteService {

    private static final Pattern ID = Pattern.compile("[a-z2-7]{1,128}");
    private static final String NO_ROOM = "\"capacity_exceeded\"";
    private static final String NO_POOL = "\"pool_error\"";

    private final RemoteSettings settings;
    private final boolean isOffline;
    private final RemoteHttp http;

    CloudflareService(RemoteSettings settings, boolean isOffline) {
        this.settings = settings;
        this.isOffline = isOffline;
        this.http = new RemoteHttp(settings, List.of(settings.base().host()));
    }

    @Override
    public RemoteSettings settings() {
        return settings;
    }

    @Override
    public Set<SandboxPromise> promises() {
        Set<SandboxPromise> all = EnumSet.of(
                SandboxPromise.HOST_HIDDEN,
                SandboxPromise.HOST_UNCHANGED,
                SandboxPromise.TIME_LIMIT,
                SandboxPromise.NOTHING_LEFT);
        if (isOffline) {
            all.add(SandboxPromise.NO_NETWORK);
        }
        return all;
    }

    @Override
    public void check(SandboxLimits limits) {
        if (limits.network() == isOffline) {
            throw new IllegalArgumentException(
                    isOffline
                            ? "network must be false, since the Worker is said to give none to its sandboxes"
                            : "network must be true, since the bridge can not take it away; deploy the Worker with"
                                    + " enableInternet = false and say so with internetDisabled(true) for sandboxes"
                                    + " without a network");
        }
    }

    @Override
    public RemoteBox create(String label, SandboxLimits limits, Cancellation cancellation) {
        // It gives out a name; the container starts with the first script, and sleeps for good when nothing is asked of
        // it.
        NetRequest.Builder request = api("/v1/sandbox").post(RemoteHttp.JSON, "{}");
        String id = http.json(request, cancellation).path("id").asString("");
        if (!ID.matcher(id).matches()) {
            throw RemoteFailure.unclear("the bridge did not give a name to the sandbox", null);
        }
        return new Box(id);
    }

    private NetRequest.Builder api(String path) {
        return NetRequest.of(settings.url(path)).secretHeader("Authorization", "Bearer " + settings.key());
    }

    /** A sandbox behind the bridge. */
    private final class Box implements RemoteBox {

        private final String path;

        Box(String id) {
            this.path = "/v1/sandbox/" + id;
        }

        @Override
        public String run(String script, Duration longest, int maxBytes, Cancellation cancellation) {
            ObjectNode wanted = Json.object();
            wanted.putArray("argv").add("sh").add("-c").add(script);
            wanted.put("timeout_ms", longest.plus(settings.requestTimeout()).toMillis());
            NetRequest.Builder request = api(path + "/exec").post(RemoteHttp.JSON, Json.write(wanted));
            NetAnswer answer = send(request, longest, 100_000 + 3 * maxBytes, cancellation);
            return output(RemoteHttp.text(answer));
        }

        @Override
        public void write(String file, byte[] content, Cancellation cancellation) {
            NetRequest.Builder request = api(path + "/file" + file).send("PUT", "application/octet-stream", content);
            send(request, Duration.ZERO, 100_000, cancellation);
        }

        @Override
        public byte[] read(String file, int maxBytes, Cancellation cancellation) {
            return send(api(path + "/file" + file), Duration.ZERO, maxBytes, cancellation)
                    .body();
        }

        @Override
        public void remove() {
            http.send(api(path).delete(), Duration.ZERO, 10_000, Cancellation.none());
        }

        private NetAnswer send(NetRequest.Builder request, Duration longer, int maxBytes, Cancellation cancellation) {
            NetAnswer answer = http.answer(request, settings.requestTimeout().plus(longer), maxBytes, cancellation);
            if (answer.status() >= 500) {
                String said = RemoteHttp.text(answer);
                if (said.contains(NO_ROOM) || said.contains(NO_POOL)) { // It has no container, so it ran nothing.
                    throw RemoteFailure.busy(
                            "the bridge has no container for it (" + answer.status() + ")", Duration.ZERO, null);
                }
            }
            return http.checked(answer);
        }
    }

    /** What a program printed on standard output, by the events of the bridge. */
    private static String output(String events) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        boolean hasEnded = false;
        String name = "";
        for (String line : events.lines().toList()) {
            if (line.startsWith("event:")) {
                name = line.substring("event:".length()).strip();
                hasEnded |= name.equals("exit");
            } else if (line.startsWith("data:") && name.equals("stdout")) {
                output.writeBytes(decoded(line.substring("data:".length()).strip()));
            }
        }
        if (!hasEnded) {
            throw RemoteFailure.unclear("the bridge did not tell of the end of the program", null);
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw RemoteFailure.unclear("the bridge sent an answer that can not be read", e);
        }
    }
}
