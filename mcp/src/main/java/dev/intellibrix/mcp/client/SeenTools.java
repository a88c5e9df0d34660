package dev.intellibrix.mcp.client;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the definition in which a tool was first seen. A server may go on inventing names, so there is an end to it. */
final class SeenTools {

    private static final int MOST = 2000;

    private final Map<String, String> fingerprints;
    private final Set<String> always;

    /**
     * Starts with what is known.
     *
     * @param always the names that are remembered however many others there are
     */
    SeenTools(Map<String, String> known, Set<String> always) {
        this.fingerprints = new ConcurrentHashMap<>(known);
        this.always = always;
    }

    void see(Definition definition) {
        if (fingerprints.size() < MOST || always.contains(definition.name())) {
            fingerprints.putIfAbsent(definition.name(), definition.fingerprint());
        }
    }

    /** Whether it is not what was first seen under its name. */
    boolean isChanged(Definition definition) {
        return !definition.fingerprint().equals(fingerprints.get(definition.name()));
    }
}
