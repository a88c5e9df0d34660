package dev.intellibrix.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.sandbox.DaytonaOptions;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.Sandboxes;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Plays Daytona: its API below {@code /api}, and the proxy to the toolboxes below {@code /toolbox}. */
final class LoopbackDaytona extends LoopbackService {

    LoopbackDaytona(Supplier<ServiceMachine> maker) {
        super(maker);
    }

    @Override
    SandboxProvider provider(String key, String folder, Duration requestTimeout) {
        return Sandboxes.daytonaProvider(DaytonaOptions.builder(() -> key)
                .baseUrl(origin() + "/api")
                .allowPrivateNetwork(true)
                .folder(folder)
                .requestTimeout(requestTimeout)
                .build());
    }

    @Override
    boolean isRun(Seen request) {
        return request.path().endsWith("/process/execute");
    }

    @Override
    Reply answer(Seen request) {
        if (!request.header("Authorization").equals("Bearer " + KEY)) {
            return Reply.of(401);
        }
        String[] parts = request.path().split("/", 4);
        if (parts[1].equals("toolbox")) {
            ServiceMachine machine = machines.get(parts[2]);
            return machine == null ? Reply.of(404) : toolbox(machine, parts[3], request);
        }
        if (request.toString().equals("POST /api/sandbox")) {
            String id = UUID.randomUUID().toString();
            make(id, LoopbackE2b.json(request.text()).path("name").asString());
            return sandbox(id, "creating");
        }
        if (request.method().equals("DELETE")) {
            return drop(parts[3]) ? sandbox(parts[3], "destroying") : Reply.of(404);
        }
        return machines.containsKey(parts[3]) ? sandbox(parts[3], "started") : Reply.of(404);
    }

    Reply sandbox(String id, String state) {
        return Reply.json(
                200,
                "{\"id\":\"" + id + "\",\"state\":\"" + state + "\",\"toolboxProxyUrl\":\"" + origin() + "/toolbox\"}");
    }

    private Reply toolbox(ServiceMachine machine, String path, Seen request) {
        return switch (path) {
            case "process/execute" ->
                printed(machine.sh(
                        LoopbackE2b.json(request.text()).path("command").asString()));
            case "files/download" -> Reply.bytes("application/octet-stream", machine.read(file(request)));
            default -> {
                machine.write(file(request), part(request));
                yield new Reply(200, Map.of(), new byte[0], 0);
            }
        };
    }

    private static String file(Seen request) {
        return request.query().substring("path=".length());
    }

    /** The content of the only part of a form. */
    private static byte[] part(Seen request) {
        String body = new String(request.body(), ISO_8859_1);
        String boundary = "--" + request.header("Content-Type").replaceAll(".*boundary=", "");
        String content = body.substring(body.indexOf("\r\n\r\n") + 4, body.lastIndexOf("\r\n" + boundary + "--"));
        return content.getBytes(ISO_8859_1);
    }

    @Override
    Reply printed(String stdout) {
        return Reply.json(200, Json.write(Map.of("exitCode", 0, "result", stdout)));
    }
}
