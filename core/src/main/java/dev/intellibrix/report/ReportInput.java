package dev.intellibrix.report;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.report.HtmlWriter.Tag;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows the inputs of calls: field by field where they are JSON objects, as they are where they are not. */
final class ReportInput {

    private static final int MAX_FIELDS = 60;
    private static final int MAX_PARSED = 1_000_000;
    private static final int MAX_INDENTED = 20_000; // What is nested deeply grows by its indentation.
    private static final int MAX_INLINE = 100;

    private final ReportView view;
    private final HtmlWriter html;

    ReportInput(ReportView view) {
        this.view = view;
        this.html = view.html();
    }

    /** One input. */
    void write(String json) {
        Optional<ObjectNode> object = parse(json);
        if (object.isEmpty()) {
            if (!json.isBlank()) {
                html.in(Tag.P, "muted", "This is not one JSON object, so here it is as the model wrote it:");
            }
            view.block(json);
            return;
        }
        if (object.get().isEmpty()) {
            html.in(Tag.P, "empty", "(no fields)");
            return;
        }
        fields(object.get());
        exact("the exact text", json);
    }

    /** Two inputs side by side. */
    void writeBoth(String before, String after) {
        Optional<ObjectNode> was = parse(before);
        Optional<ObjectNode> is = parse(after);
        if (was.isPresent() && is.isPresent()) {
            compare(was.get(), is.get());
            exact("the exact text that was asked for", before);
            exact("the exact text that took its place", after);
        } else {
            view.label("Asked for");
            view.block(before);
            view.label("Changed to");
            view.block(after);
        }
    }

    /** Whether both are the same value, however they are written. */
    static boolean isSame(String one, String other) {
        return one.equals(other) || parse(one).equals(parse(other));
    }

    private void fields(ObjectNode object) {
        html.in(
                Tag.TABLE,
                "fields",
                () -> html.in(
                        Tag.TBODY,
                        "",
                        () -> object.properties().stream()
                                .limit(MAX_FIELDS)
                                .forEach(field -> html.in(Tag.TR, "", () -> {
                                    name(field.getKey());
                                    html.in(Tag.TD, "", () -> value(field.getValue()));
                                }))));
        cutFields(object.size());
    }

    private void compare(ObjectNode was, ObjectNode is) {
        Set<String> names = new LinkedHashSet<>();
        was.properties().forEach(field -> names.add(field.getKey()));
        is.properties().forEach(field -> names.add(field.getKey()));
        html.in(Tag.TABLE, "fields both", () -> {
            html.in(
                    Tag.THEAD,
                    "",
                    () -> html.in(Tag.TR, "", () -> {
                        heading("field");
                        heading("asked for");
                        heading("changed to");
                    }));
            html.in(
                    Tag.TBODY,
                    "",
                    () -> names.stream().limit(MAX_FIELDS).forEach(name -> compare(name, was.get(name), is.get(name))));
        });
        cutFields(names.size());
    }

    private void compare(String name, @Nullable JsonNode was, @Nullable JsonNode is) {
        boolean isChanged = was == null || !was.equals(is);
        html.in(Tag.TR, isChanged ? "changed" : "", () -> {
            name(name);
            html.in(Tag.TD, HtmlAttributes.css("was").label("asked for"), () -> valueOrNone(was));
            html.in(Tag.TD, HtmlAttributes.css("is").label("changed to"), () -> {
                if (isChanged) {
                    valueOrNone(is);
                } else {
                    html.in(Tag.SPAN, "muted", "the same");
                }
            });
        });
    }

    private void heading(String text) {
        html.in(Tag.TH, HtmlAttributes.NONE.scope("col"), text);
    }

    private void name(String name) {
        html.in(Tag.TH, HtmlAttributes.NONE.scope("row"), () -> view.line(name, 80));
    }

    private void valueOrNone(@Nullable JsonNode value) {
        if (value == null) {
            html.in(Tag.SPAN, "muted", "(not there)");
        } else {
            value(value);
        }
    }

    /** A string as its text; any other value as JSON, and marked as such. */
    private void value(JsonNode value) {
        String text = value.isString() ? value.stringValue() : pretty(value);
        if (!value.isString()) {
            html.in(Tag.SPAN, "type", value.getNodeType().name().toLowerCase(Locale.ROOT));
        }
        if (text.length() > MAX_INLINE || text.indexOf('\n') >= 0 || text.isEmpty()) {
            view.block(text);
        } else if (value.isString()) {
            view.code(text);
        } else {
            html.in(Tag.CODE, "", () -> view.json(text, MAX_INLINE));
        }
    }

    private static String pretty(JsonNode value) {
        String json = Json.write(value);
        return value.isContainer() && json.length() <= MAX_INDENTED
                ? Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(value)
                : json;
    }

    private void exact(String title, String json) {
        html.in(Tag.DETAILS, "exact", () -> {
            html.in(Tag.SUMMARY, "", title);
            view.block(json);
        });
    }

    private void cutFields(int size) {
        if (size > MAX_FIELDS) {
            view.cut(MAX_FIELDS + " of " + ReportFormat.count(size, "field") + " are shown; the exact text has more");
        }
    }

    private static Optional<ObjectNode> parse(String json) {
        if (json.length() > MAX_PARSED) {
            return Optional.empty();
        }
        try {
            return Json.parse(json) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (JsonFault e) {
            return Optional.empty();
        }
    }
}
