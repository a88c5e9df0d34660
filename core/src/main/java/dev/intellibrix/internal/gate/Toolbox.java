package dev.intellibrix.internal.gate;

import dev.intellibrix.internal.text.NearestNames;
import dev.intellibrix.message.Label;
import dev.intellibrix.provider.ToolSpec;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tools of a run, by their exact names. Immutable. */
public final class Toolbox {

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

    /** Their names, in the same order. */
    public List<String> names() {
        return List.copyOf(byName.keySet());
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
        return NearestNames.of(name, byName.keySet());
    }
}
