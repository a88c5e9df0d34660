package dev.intellibrix.mcp.client;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server over all its connections: it is connected to again when it is needed and the connection is gone, and asked for its
 * tools again after that, before each run, and when it says that they have changed. A call reaches the server only while the
 * tool is what the caller took it for. Thread-safe.
 */
public final class RemoteServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteServer.class);

    private final ServerSettings settings;
    private final Link.Factory links;
    private final Wire wire;
    private final Label label;
    private final SeenTools seen;
    private final Backoff backoff = new Backoff(System::nanoTime);
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Link link;
    private volatile @Nullable Peer peer;
    private volatile Offer offer = Offer.NOTHING;
    private volatile boolean stale; // The server has said that the list is another one.
    private volatile boolean unknown; // The last look did not succeed.
    private volatile boolean closed;

    private RemoteServer(ServerSettings settings, Link.Factory links) {
        this.settings = settings;
        this.links = links;
        this.wire = new Wire(settings.maxMessageBytes());
        this.label = Label.untrusted(Origin.of(Origin.Kind.MCP_SERVER, settings.name()));
        this.seen = new SeenTools(settings.seen(), settings.free());
    }

    /**
     * Connects to a server for the first time.
     *
     * @throws ServerFailure when it can not be reached
     */
    static RemoteServer connect(ServerSettings settings, Link.Factory links)
            throws ServerFailure, InterruptedException {
        RemoteServer server = new RemoteServer(settings, links);
        try {
            server.ready(false);
            return server;
        } catch (ServerFailure | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** The developer's settings. */
    public ServerSettings settings() {
        return settings;
    }

    Label label() {
        return label;
    }

    SeenTools seen() {
        return seen;
    }

    /** Whether the last look at the tools did not succeed. */
    boolean isUnknown() {
        return unknown;
    }

    /**
     * The tools, as of now; as of the last look where the server can not be asked, which then makes all of them ask.
     *
     * @throws IllegalStateException when this is closed
     */
    public List<Tool> tools() {
        if (closed) {
            throw new IllegalStateException("the MCP server " + settings.name() + " was closed");
        }
        try {
            ready(true);
        } catch (ServerFailure e) {
            unknown = true;
            LOG.warn("the MCP server {} {}; its tools are taken as they were", settings.name(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return offer.tools();
    }

    /** What the tools' definitions stand for, by the server's names. */
    public Map<String, String> fingerprints() {
        Map<String, String> all = new LinkedHashMap<>();
        offer.definitions().forEach((name, definition) -> all.put(name, definition.fingerprint()));
        return all;
    }

    /** The tools that are not offered, with the reason. */
    public Map<String, String> leftOut() {
        return offer.leftOut();
    }

    /** Whether the server's tool of this name is what this says, as of the last look. */
    boolean isCurrent(Definition definition) {
        Definition now = offer.definitions().get(definition.name());
        return now != null && now.fingerprint().equals(definition.fingerprint());
    }

    /**
     * A connection whose tools are known. Waits for another thread that is about to connect.
     *
     * @param anew whether to look at the tools in any case
     */
    private Peer ready(boolean anew) throws ServerFailure, InterruptedException {
        Peer known = peer;
        if (known != null && known.isOpen() && !stale && !anew) {
            return known;
        }
        lock.lockInterruptibly();
        try {
            known = peer;
            if (closed || !backoff.isOver()) {
                throw new ServerFailure(
                        ServerFailure.Kind.NOT_SENT,
                        closed ? "was closed" : "could not be asked just before, and is left alone for a moment");
            }
            if (known == null || !known.isOpen()) {
                known = reconnect();
            } else if (stale || anew) {
                known = lookAgain(known);
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    private Peer reconnect() throws ServerFailure, InterruptedException {
        Peer old = peer;
        if (old != null) {
            old.close();
        }
        Link made = links.make();
        link = made;
        try {
            if (closed) {
                throw new ServerFailure(ServerFailure.Kind.NOT_SENT, "was closed");
            }
            Peer fresh = Peer.connect(made, wire, settings.connectTimeout(), () -> stale = true);
            peer = fresh;
            look(fresh);
            return fresh;
        } catch (ServerFailure e) {
            backoff.failed();
            LOG.debug("the error output of the MCP server {} ends with: {}", settings.name(), made.lastWords());
            throw e;
        }
    }

    /** A server that does not answer is given up, unless it may be busy with somebody's call. */
    private Peer lookAgain(Peer at) throws ServerFailure, InterruptedException {
        try {
            look(at);
            return at;
        } catch (ServerFailure e) {
            if (e.kind() == ServerFailure.Kind.SESSION_GONE) {
                return reconnect();
            }
            backoff.failed();
            if (e.kind() == ServerFailure.Kind.TIMED_OUT && at.isIdle()) {
                at.close();
            }
            throw e;
        }
    }

    /** Another look at the list; one that says at once that it has changed again is looked at the next time. */
    private void look(Peer at) throws ServerFailure, InterruptedException {
        stale = false;
        try {
            ToolList list = ToolList.of(at, settings.maxTools(), settings.connectTimeout());
            offer = Offer.of(list, this, offer);
            unknown = false;
            backoff.succeeded();
        } catch (ServerFailure | InterruptedException | RuntimeException e) {
            stale = true;
            unknown = true;
            throw e;
        }
    }

    /** Calls a tool, once. A server that forgot the session has done nothing, so the call is made again in a new one. */
    ToolOutput call(Definition tool, Map<String, Object> input, ToolContext context) throws InterruptedException {
        ServerFailure last = null;
        for (int attempt = 0; attempt < 2; attempt++) {
            Peer at = null;
            try {
                at = ready(false);
                requireUnchanged(tool);
                return output(at.request(
                        "tools/call",
                        request(tool, input),
                        settings.timeout(),
                        context.cancellation(),
                        new ProgressRelay(context)));
            } catch (ServerFailure e) {
                last = e;
                if (e.kind() != ServerFailure.Kind.SESSION_GONE || at == null) {
                    break;
                }
                at.close();
            }
        }
        throw failure(last);
    }

    private static ObjectNode request(Definition tool, Map<String, Object> input) {
        ObjectNode params = Json.object().put("name", tool.name());
        params.set("arguments", Json.mapper().valueToTree(input));
        return params;
    }

    private void requireUnchanged(Definition tool) {
        if (!isCurrent(tool)) {
            throw new ToolException("nothing was done: the MCP server " + settings.name()
                    + " has changed or removed this tool since the run began, so it is not what was decided about");
        }
    }

    private ToolOutput output(JsonNode result) {
        ToolOutput output = ResultReader.read(result, label);
        if (result.path("isError").asBoolean(false)) {
            throw new ToolException(output.text(), label);
        }
        return output.untrusted(label.origins().toArray(Origin[]::new));
    }

    private ToolException failure(@Nullable ServerFailure why) {
        if (why == null) {
            return new ToolException("the MCP server " + settings.name() + " forgot the session twice");
        }
        String text = "the MCP server " + settings.name() + " " + why.getMessage();
        return switch (why.kind()) {
            case ERROR -> new ToolException(ResultReader.quoted(text), label);
            case LOST -> new ToolException(text + "; it may have done it, so look before you call it again");
            case TIMED_OUT -> new ToolException(text);
            case NOT_SENT, SESSION_GONE -> new ToolException(text + "; nothing was done");
        };
    }

    @Override
    public void close() {
        closed = true;
        Peer open = peer; // Without the lock, which somebody may hold who waits for this very server.
        if (open != null) {
            open.close();
        }
        Link made = link; // It may be that of a handshake that goes on.
        if (made != null) {
            made.close();
        }
    }

    /** What is offered to runs, as of one look. */
    private record Offer(
            Map<String, Definition> definitions, Map<String, Tool> byFingerprint, Map<String, String> leftOut) {

        static final Offer NOTHING = new Offer(Map.of(), Map.of(), Map.of());

        static Offer of(ToolList list, RemoteServer server, Offer before) {
            Map<String, Definition> definitions = new LinkedHashMap<>();
            Map<String, Tool> byFingerprint = new LinkedHashMap<>();
            Map<String, String> leftOut = new LinkedHashMap<>(list.leftOut());
            Map<String, String> names = new LinkedHashMap<>();
            list.definitions().values().stream()
                    .filter(each -> server.settings.offers(each.name()))
                    .forEach(each -> {
                        String name = ToolNames.of(server.settings.name(), each.name());
                        try {
                            if (names.putIfAbsent(name, each.name()) != null) {
                                throw new IllegalArgumentException("another tool has the same name for the model");
                            }
                            Tool known = before.byFingerprint.get(each.fingerprint());
                            Tool tool = known == null ? RemoteTool.of(each, name, server) : known;
                            byFingerprint.put(each.fingerprint(), tool);
                            definitions.put(each.name(), each);
                            server.seen.see(each);
                        } catch (RuntimeException | StackOverflowError e) {
                            leftOut.putIfAbsent(each.name(), ResultReader.quoted(String.valueOf(e.getMessage())));
                        }
                    });
            if (!leftOut.isEmpty() && !leftOut.equals(before.leftOut)) {
                LOG.warn("tools of the MCP server {} are left out: {}", server.settings.name(), leftOut);
            }
            return new Offer(definitions, byFingerprint, leftOut);
        }

        List<Tool> tools() {
            return new ArrayList<>(byFingerprint.values());
        }
    }
}
