package dev.intellibrix.tool;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Origin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A tool's result where a plain value does not say enough: text with images, or with the sources that it came from.
 * Immutable.
 */
public final class ToolOutput {

    private final String text;
    private final List<MediaPart> media;
    private final Label label;

    private ToolOutput(String text, List<MediaPart> media, Label label) {
        this.text = Objects.requireNonNull(text, "text");
        this.media = List.copyOf(media);
        this.label = label;
    }

    /** A result of text. */
    public static ToolOutput text(String text) {
        return new ToolOutput(text, List.of(), Label.TRUSTED);
    }

    /** A result that the model reads as JSON: a record, a map, a list, or a plain value. */
    public static ToolOutput json(Object value) {
        return text(Json.write(value));
    }

    /** This output with an image or a file at the end; what is said of its trust and its origins holds for all of it. */
    public ToolOutput with(MediaPart part) {
        List<MediaPart> more = new ArrayList<>(media);
        more.add(part);
        return new ToolOutput(text, more, label.join(part.label()));
    }

    /** This output, untrusted because of these sources, whatever the tool declares. */
    public ToolOutput untrusted(Origin... origins) {
        return new ToolOutput(text, media, label.join(Label.untrusted(origins)));
    }

    /** This output from these sources; whether it is trusted is left to what the tool declares. */
    public ToolOutput from(Origin... origins) {
        Set<Origin> all = new LinkedHashSet<>(label.origins());
        all.addAll(Arrays.asList(origins));
        return new ToolOutput(text, media, new Label(label.trust(), all));
    }

    /** The text. */
    public String text() {
        return text;
    }

    /** Images and files. */
    public List<MediaPart> media() {
        return media;
    }

    /** Where the output came from; its trust is a bound from above, never a promise. */
    public Label label() {
        return label;
    }
}
