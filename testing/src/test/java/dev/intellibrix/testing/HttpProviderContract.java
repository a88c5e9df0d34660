package dev.intellibrix.testing;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.provider.Provider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;

/** The contract for the providers that speak HTTP, with a server on loopback that answers every request alike. */
abstract class HttpProviderContract extends ProviderContract {

    private final List<MockWebServer> servers = new ArrayList<>();

    /** A provider that asks a server at this address. */
    abstract Provider at(String address);

    /** The data of the events that stream these pieces of a text, without an end. */
    abstract List<String> textEvents(List<String> pieces);

    /** The data of the events of a whole turn with these calls. */
    abstract List<String> callEvents(List<Call> calls);

    /** The data of the events that end a turn of text. */
    abstract List<String> endEvents();

    @AfterEach
    void closeServers() {
        servers.forEach(MockWebServer::close);
    }

    @Override
    protected Provider answering(String text) {
        List<String> events = new ArrayList<>(textEvents(halves(text)));
        events.addAll(endEvents());
        return at(serving(stream(events)));
    }

    @Override
    protected Provider calling(List<Call> calls) {
        return at(serving(stream(callEvents(calls))));
    }

    @Override
    protected Provider refusing(int status) {
        return at(serving(new MockResponse.Builder()
                .code(status)
                .addHeader("Content-Type", "application/json")
                .body("{\"error\":{\"message\":\"no\",\"type\":\"test\",\"status\":\"TEST\",\"code\":" + status + "}}")
                .build()));
    }

    @Override
    protected Provider silent() {
        return at(serving(new MockResponse.Builder()
                .onResponseStart(SocketEffect.Stall.INSTANCE)
                .build()));
    }

    @Override
    protected Provider breakingOffAfter(String text) {
        return at(serving(stream(textEvents(halves(text)))));
    }

    /** JSON of a text. */
    static String quoted(String text) {
        return Json.write(text);
    }

    /** Two pieces, cut between characters. */
    static List<String> halves(String text) {
        int middle = text.offsetByCodePoints(0, text.codePointCount(0, text.length()) / 2);
        return List.of(text.substring(0, middle), text.substring(middle));
    }

    private static MockResponse stream(List<String> events) {
        StringBuilder body = new StringBuilder();
        for (String event : events) {
            if (event.startsWith("{\"type\":\"")) {
                body.append("event: ").append(event, 9, event.indexOf('"', 9)).append('\n');
            }
            body.append("data: ").append(event).append("\n\n");
        }
        return new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .chunkedBody(body.toString(), 64)
                .build();
    }

    private String serving(MockResponse response) {
        MockWebServer server = new MockWebServer();
        servers.add(server);
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return response;
            }
        });
        try {
            server.start(InetAddress.getLoopbackAddress(), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return server.url("/v1").toString();
    }
}
