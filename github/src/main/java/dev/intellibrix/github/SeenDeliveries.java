package dev.intellibrix.github;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Deliveries that are known: the last ones of those that were added. A delivery is known by its id and by its content: the id is in a header that nobody signs,
 * so who sends a signed body again can choose another one. Not thread-safe.
 */
final class SeenDeliveries {

    private final int max;
    private final Set<String> ids = new LinkedHashSet<>();
    private final Set<String> contents = new LinkedHashSet<>();

    SeenDeliveries(int max) {
        this.max = max;
    }

    boolean contains(String id, String content) {
        return ids.contains(id) || contents.contains(content);
    }

    void add(String id, String content) {
        add(ids, id);
        add(contents, content);
    }

    void remove(String id, String content) {
        ids.remove(id);
        contents.remove(content);
    }

    private void add(Set<String> all, String one) {
        all.add(one);
        if (all.size() > max) {
            Iterator<String> oldest = all.iterator();
            oldest.next();
            oldest.remove();
        }
    }
}
