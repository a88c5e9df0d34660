package dev.intellibrix.agenttools.html;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what the reader of a page is told about the reading, each sentence once. */
final class Notes {

    private final Set<String> sentences = new LinkedHashSet<>();

    void add(String sentence) {
        sentences.add(sentence);
    }

    List<String> all() {
        return List.copyOf(sentences);
    }
}
