package dev.intellibrix.rules;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last violations, oldest first. Thread-safe. */
final class ViolationLog {

    static final int MAX_VIOLATIONS = 1_000;

    private final Deque<Violation> violations = new ArrayDeque<>();

    synchronized void add(Violation violation) {
        if (violations.size() == MAX_VIOLATIONS) {
            violations.removeFirst();
        }
        violations.addLast(violation);
    }

    synchronized List<Violation> list() {
        return List.copyOf(violations);
    }
}
