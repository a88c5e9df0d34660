package dev.intellibrix.telemetry;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names that are known to be those of tools. A model can call a tool that does not exist by any name, which is something
 * that it said, and one of endlessly many; so a name is told once a tool has it. Thread-safe and bounded.
 */
final class KnownTools {

    private static final int MAX = 10_000;

    private final Set<String> names = ConcurrentHashMap.newKeySet();

    void add(String name) {
        if (names.size() < MAX) {
            names.add(name);
        }
    }

    boolean contains(String name) {
        return names.contains(name);
    }
}
