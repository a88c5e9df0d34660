package dev.intellibrix.internal.schema;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Recognises inputs that fit a schema made of plain keywords only, such as those that records give. It says yes or "ask
 * the library", which is the one to refuse and to explain; and it never says yes where the library sees a violation. So
 * the library is not even loaded for as long as a model calls its tools properly. Immutable.
 */
final class PlainCheck {

    private static final Set<String> KEYWORDS = Set.of(
            "type",
            "description",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "enum",
            "minimum",
            "maximum",
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties");

    private final String type;
    private final Map<String, PlainCheck> properties = new LinkedHashMap<>();
    private final Set<String> required = new LinkedHashSet<>();
    private final Set<String> values = new LinkedHashSet<>();
    private final boolean open;
    private final @Nullable PlainCheck items;
    private final @Nullable PlainCheck others;
    private final @Nullable BigDecimal min;
    private final @Nullable BigDecimal max;

    private PlainCheck(JsonNode schema, String type) {
        this.type = type;
        schema.path("properties").properties().forEach(each -> properties.put(each.getKey(), part(each.getValue())));
        schema.path("required").forEach(name -> required.add(text(name)));
        schema.path("enum").forEach(value -> values.add(text(value)));
        JsonNode rest = schema.path("additionalProperties");
        this.open = rest.isMissingNode();
        boolean closed = rest.isBoolean() && !rest.booleanValue();
        this.others = open || closed ? null : part(rest);
        this.items = schema.has("items") ? part(schema.path("items")) : null;
        String unit = unitOf(type);
        this.min = bound(schema.path("min" + unit));
        this.max = bound(schema.path("max" + unit));
    }

    /** The check for this schema, or null when it says more than plain keywords can. */
    static @Nullable PlainCheck of(JsonNode schema) {
        try {
            return part(schema);
        } catch (NotPlainException e) {
            return null;
        }
    }

    private static PlainCheck part(JsonNode schema) {
        String type = text(schema.path("type"));
        boolean isTextOrFree = "string".equals(type) || !schema.has("enum");
        if (!isTextOrFree || !KEYWORDS.containsAll(schema.propertyNames())) {
            throw new NotPlainException();
        }
        return new PlainCheck(schema, type);
    }

    private static String unitOf(String type) {
        return switch (type) {
            case "integer", "number" -> "imum";
            case "string" -> "Length";
            case "array" -> "Items";
            case "object" -> "Properties";
            case "boolean" -> "None";
            default -> throw new NotPlainException();
        };
    }

    private static String text(JsonNode node) {
        if (!node.isString()) {
            throw new NotPlainException();
        }
        return node.stringValue();
    }

    private static @Nullable BigDecimal bound(JsonNode node) {
        if (!node.isMissingNode() && !node.isNumber()) {
            throw new NotPlainException();
        }
        return node.isNumber() ? node.decimalValue() : null;
    }

    /** Whether the input surely fits. */
    boolean accepts(JsonNode input) {
        return switch (type) {
            case "object" -> input.isObject() && isWithin(BigDecimal.valueOf(input.size())) && acceptsFields(input);
            case "array" -> input.isArray() && isWithin(BigDecimal.valueOf(input.size())) && acceptsItems(input);
            case "string" -> input.isString() && acceptsText(input.stringValue());
            case "integer" -> input.isIntegralNumber() && isInRange(input);
            case "number" -> input.isNumber() && isInRange(input);
            default -> input.isBoolean();
        };
    }

    private boolean acceptsFields(JsonNode input) {
        for (String name : required) {
            if (!input.has(name)) {
                return false;
            }
        }
        for (Map.Entry<String, JsonNode> field : input.properties()) {
            PlainCheck check = properties.getOrDefault(field.getKey(), others);
            boolean fits = check == null ? open : check.accepts(field.getValue());
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private boolean acceptsItems(JsonNode input) {
        if (items != null) {
            for (JsonNode item : input) {
                if (!items.accepts(item)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean acceptsText(String text) {
        if (!values.isEmpty() && !values.contains(text)) {
            return false;
        }
        return isUnbounded() || isWithin(BigDecimal.valueOf(text.codePointCount(0, text.length())));
    }

    private boolean isInRange(JsonNode number) {
        return isUnbounded() || isWithin(number.decimalValue());
    }

    private boolean isUnbounded() {
        return min == null && max == null;
    }

    private boolean isWithin(BigDecimal size) {
        return (min == null || size.compareTo(min) >= 0) && (max == null || size.compareTo(max) <= 0);
    }

    /** The schema holds what is not looked at here. */
    private static final class NotPlainException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotPlainException() {
            super(null, null, false, false);
        }
    }
}
