package dev.intellibrix.internal.gate;

import dev.intellibrix.message.Label;
import dev.intellibrix.provider.ToolSpec;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tools of a run, by their exact names. Immutable. */
public final class Toolbox {

    private static final int MAX_SUGGESTIONS = 3;

    private final Map<String, Tool> byName;
    private final List<Tool> tools;
    private final List<ToolSpec> specs;

    private Toolbox(Map<String, Tool> byName) {
        this.byName = byName;
        this.tools = List.copyOf(byName.values());
        this.specs = tools.stream()
                .map(tool -> new ToolSpec(tool.name(), tool.description(), tool.inputSchema()))
                .toList();
    }

    /**
     * Asks each provider for its tools.
     *
     * @throws IllegalArgumentException when two tools have one name
     */
    public static Toolbox of(List<ToolProvider> providers) {
        Map<String, Tool> byName = new LinkedHashMap<>();
        for (ToolProvider provider : providers) {
            for (Tool tool : provider.tools()) {
                if (byName.putIfAbsent(tool.name(), tool) != null) {
                    throw new IllegalArgumentException("two tools are named " + tool.name() + "; rename one of them");
                }
            }
        }
        return new Toolbox(byName);
    }

    /** All tools, in the order of their providers. */
    public List<Tool> tools() {
        return tools;
    }

    /** How far what the model is told of them is trusted. */
    public Label label() {
        return tools.stream().map(Tool::descriptionLabel).reduce(Label.TRUSTED, Label::join);
    }

    /** What the model is told of them. */
    public List<ToolSpec> specs() {
        return specs;
    }

    /** The tool of exactly this name. */
    @Nullable Tool find(String name) {
        return byName.get(name);
    }

    /** Names that somebody who wrote this one may have meant, nearest first. */
    List<String> nearest(String name) {
        record Candidate(String name, int distance) {}
        List<Candidate> candidates = new ArrayList<>();
        String wanted = name.length() > 64 ? name.substring(0, 64) : name;
        for (String known : byName.keySet()) {
            int distance = distance(wanted, known);
            if (distance <= Math.max(2, known.length() / 2)) {
                candidates.add(new Candidate(known, distance));
            }
        }
        return candidates.stream()
                .sorted((a, b) -> Integer.compare(a.distance(), b.distance()))
                .limit(MAX_SUGGESTIONS)
                .map(Candidate::name)
                .toList();
    }

    /** Levenshtein's distance, with one row of memory. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
