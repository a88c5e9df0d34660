package dev.intellibrix.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.intellibrix.sandbox.CloudflareOptions;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.Sandboxes;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Plays the bridge of Cloudflare's Sandbox SDK. */
final class LoopbackCloudflare extends LoopbackService {

    LoopbackCloudflare(Supplier<ServiceMachine> maker) {
        super(maker);
    }

    @Override
    SandboxProvider provider(String key, String folder, Duration requestTimeout) {
        return Sandboxes.cloudflareProvider(CloudflareOptions.builder(origin(), () -> key)
                .internetDisabled(true)
                .allowPrivateNetwork(true)
                .folder(folder)
                .requestTimeout(requestTimeout)
                .build());
    }

    @Override
    boolean isRun(Seen request) {
        return request.path().endsWith("/exec");
    }

    @Override
    Reply answer(Seen request) {
        if (!request.header("Authorization").equals("Bearer " + KEY)) {
            return Reply.json(401, "{\"error\":\"Unauthorized\",\"code\":\"unauthorized\"}");
        }
        String[] parts = request.path().split("/", 6);
        if (parts.length == 3) {
            String id = UUID.randomUUID().toString().replaceAll("[^a-z2-7]", "");
            make(id, "");
            return Reply.json(200, "{\"id\":\"" + id + "\"}");
        }
        ServiceMachine machine = machines.get(parts[3]);
        if (request.method().equals("DELETE")) {
            drop(parts[3]);
            return new Reply(204, Map.of(), new byte[0], 0);
        }
        if (machine == null) {
            machine = make(parts[3], ""); // A container that slept starts again, with nothing in it.
        }
        if (isRun(request)) {
            return printed(machine.sh(
                    LoopbackE2b.json(request.text()).path("argv").get(2).asString()));
        }
        if (request.method().equals("GET")) {
            return Reply.bytes("application/octet-stream", machine.read("/" + parts[5]));
        }
        machine.write("/" + parts[5], request.body());
        return Reply.json(200, "{\"ok\":true}");
    }

    @Override
    Reply printed(String stdout) {
        StringBuilder events = new StringBuilder();
        byte[] all = stdout.getBytes(UTF_8);
        for (int at = 0; at < all.length; at += 1_000) {
            String part =
                    Base64.getEncoder().encodeToString(Arrays.copyOfRange(all, at, Math.min(all.length, at + 1_000)));
            events.append("event: stdout\ndata: ").append(part).append("\n\n");
        }
        events.append("event: stderr\ndata: eA==\n\nevent: exit\ndata: {\"exit_code\":0}\n\n");
        return Reply.bytes("text/event-stream", events.toString().getBytes(UTF_8));
    }
}
