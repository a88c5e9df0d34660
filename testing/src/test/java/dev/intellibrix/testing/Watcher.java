package dev.intellibrix.testing;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the events of a run for a test to look at. */
final class Watcher implements RunListener {

    private final List<RunEvent> events = new CopyOnWriteArrayList<>();

    @Override
    public void on(RunEvent event) {
        events.add(event);
    }

    List<RunEvent> events() {
        return events;
    }

    List<String> types() {
        return events.stream().map(RunEvent::type).toList();
    }

    <E extends RunEvent> List<E> all(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    <E extends RunEvent> E only(Class<E> type) {
        List<E> found = all(type);
        if (found.size() != 1) {
            throw new AssertionError("expected one " + type.getSimpleName() + " in " + types());
        }
        return found.get(0);
    }
}
