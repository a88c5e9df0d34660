package dev.intellibrix.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.sandbox.E2bOptions;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.Sandboxes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Plays E2B: its API, and the daemon of all sandboxes below {@code /daemon}. */
final class LoopbackE2b extends LoopbackService {

    private static final String START = "/daemon/process.Process/Start";

    LoopbackE2b(Supplier<ServiceMachine> maker) {
        super(maker);
    }

    @Override
    SandboxProvider provider(String key, String folder, Duration requestTimeout) {
        return Sandboxes.e2bProvider(E2bOptions.builder(() -> key)
                .baseUrl(origin())
                .sandboxUrl(origin() + "/daemon")
                .allowPrivateNetwork(true)
                .folder(folder)
                .requestTimeout(requestTimeout)
                .build());
    }

    @Override
    boolean isRun(Seen request) {
        return request.path().equals(START);
    }

    @Override
    Reply answer(Seen request) {
        if (request.path().startsWith("/daemon/")) {
            return daemon(request);
        }
        if (!request.header("X-API-Key").equals(KEY)) {
            return Reply.of(401);
        }
        if (request.toString().equals("POST /sandboxes")) {
            String id = UUID.randomUUID().toString();
            make(id, json(request.text()).path("metadata").path("intellibrix").asString());
            return Reply.json(
                    201,
                    "{\"templateID\":\"base\",\"clientID\":\"c\",\"envdVersion\":\"0.4.0\",\"sandboxID\":\"" + id
                            + "\",\"envdAccessToken\":\"token-" + id + "\"}");
        }
        if (request.toString().equals("GET /v2/sandboxes")) {
            return Reply.json(
                    200,
                    labels.entrySet().stream()
                            .filter(each -> machines.containsKey(each.getKey()))
                            .filter(each -> request.query().equals("metadata=intellibrix=" + each.getValue()))
                            .map(each -> "{\"sandboxID\":\"" + each.getKey() + "\"}")
                            .collect(Collectors.joining(",", "[", "]")));
        }
        boolean isDropped =
                request.method().equals("DELETE") && drop(request.path().substring("/sandboxes/".length()));
        return isDropped ? new Reply(204, java.util.Map.of(), new byte[0], 0) : Reply.of(404);
    }

    private Reply daemon(Seen request) {
        String id = request.header("E2b-Sandbox-Id");
        ServiceMachine machine = machines.get(id);
        if (machine == null) {
            return Reply.json(502, "{\"sandboxId\":\"x\",\"message\":\"The sandbox was not found\",\"code\":502}");
        }
        if (!request.header("X-Access-Token").equals("token-" + id)
                || !request.header("X-API-Key").isEmpty()) {
            return Reply.of(401);
        }
        if (isRun(request)) {
            byte[] json = Arrays.copyOfRange(request.body(), 5, request.body().length);
            JsonNode process = json(new String(json, UTF_8)).path("process");
            return printed(machine.sh(process.path("args").get(1).asString()));
        }
        String path = request.query().substring("path=".length());
        if (request.method().equals("GET")) {
            return Reply.bytes("application/octet-stream", machine.read(path));
        }
        machine.write(path, request.body());
        return Reply.json(200, "[]");
    }

    @Override
    Reply printed(String stdout) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        message(stream, 0, "{\"event\":{\"start\":{\"pid\":7}}}");
        byte[] all = stdout.getBytes(UTF_8);
        for (int at = 0; at < all.length; at += 1_000) {
            String part =
                    Base64.getEncoder().encodeToString(Arrays.copyOfRange(all, at, Math.min(all.length, at + 1_000)));
            message(stream, 0, "{\"event\":{\"data\":{\"stdout\":\"" + part + "\"}}}");
        }
        message(stream, 0, "{\"event\":{\"keepalive\":{}}}");
        message(stream, 0, "{\"event\":{\"end\":{\"exited\":true,\"status\":\"exit status 0\"}}}");
        message(stream, 2, "{}");
        return Reply.bytes("application/connect+json", stream.toByteArray());
    }

    static void message(ByteArrayOutputStream stream, int flags, String json) {
        byte[] bytes = json.getBytes(UTF_8);
        stream.write(flags);
        stream.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
        stream.writeBytes(bytes);
    }

    static JsonNode json(String text) {
        try {
            return Json.parse(text);
        } catch (JsonFault e) {
            throw new IllegalArgumentException(e);
        }
    }
}
