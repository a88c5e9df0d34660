package dev.intellibrix.agenttools.html;

import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * An element or a text of the visible page, with measures of all that is in it. The measures are set when the tree is
 * built; what changes afterwards is which parts are dropped.
 */
final class Part {

    private static final String TEXT = "#text";

    private final String name;
    private final String text;
    private final @Nullable Element element;
    private final @Nullable Part parent;
    private List<Part> children = List.of();
    private boolean dropped;
    private final Weight weight;
    private Measure measure = Measure.NOTHING;

    private Part(String name, String text, @Nullable Element element, @Nullable Part parent) {
        this.name = name;
        this.text = text;
        this.element = element;
        this.parent = parent;
        this.weight = element == null ? Weight.OF_TEXT : new Weight();
    }

    static Part root(Element element) {
        return new Part(element.normalName(), "", element, null);
    }

    Part add(Element child) {
        return append(new Part(child.normalName(), "", child, this));
    }

    void addText(String content) {
        append(new Part(TEXT, content, null, this)).measure = Measure.ofText(content);
    }

    private Part append(Part child) {
        if (children.isEmpty()) {
            children = new ArrayList<>(2);
        }
        children.add(child);
        return child;
    }

    /** The element's name in lower case. */
    String name() {
        return name;
    }

    boolean is(String... names) {
        for (String one : names) {
            if (name.equals(one)) {
                return true;
            }
        }
        return false;
    }

    boolean isText() {
        return element == null;
    }

    /** The text of a text, without invisible characters; white space as in the page. */
    String text() {
        return text;
    }

    /** An attribute's value, empty when there is none. */
    String attribute(String attribute) {
        return element == null || element.attributesSize() == 0 ? "" : element.attr(attribute);
    }

    /** The first characters of an attribute's value: what is asked of each part again may not be long. */
    String attribute(String attribute, int maxLength) {
        String value = attribute(attribute);
        return value.length() > maxLength ? value.substring(0, maxLength) : value;
    }

    boolean hasAttribute(String attribute) {
        return element != null && element.attributesSize() > 0 && element.hasAttr(attribute);
    }

    @Nullable Part parent() {
        return parent;
    }

    /** Whether an element of that name is around this. */
    boolean isInside(String ancestor) {
        for (Part part = parent; part != null; part = part.parent) {
            if (part.name.equals(ancestor)) {
                return true;
            }
        }
        return false;
    }

    List<Part> children() {
        return children;
    }

    void drop() {
        dropped = true;
    }

    void restore() {
        dropped = false;
    }

    boolean isDropped() {
        return dropped;
    }

    /** What this weighs among the other parts, as far as that has been found out; a text by itself weighs nothing. */
    Weight weight() {
        return weight;
    }

    Measure measure() {
        return measure;
    }

    void measure(Measure all) {
        measure = all;
    }
}
