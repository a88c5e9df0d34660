package dev.intellibrix.tool;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Puts what models write into the form that a record is read from, where both say the same, in the record and in those in it:
 * null for an optional component is left out, and a whole number such as 2.0, which is an integer in JSON Schema, is written
 * without a fraction. Thread-safe.
 */
final class SameMeaning {

    /** Gives what to take in place of a value of some type: mostly the value itself, changed or not. */
    @FunctionalInterface
    private interface Part {
        JsonNode of(JsonNode value);
    }

    /** Far more digits than any integer of Java but a BigInteger has; so that 1e999999999 is not written out. */
    static final int MAX_DIGITS = 1_000;

    private static final Part NOTHING = value -> value;

    private final Map<Class<?>, Part> records = new HashMap<>();
    private final Part outermost;

    /** For a record of which there is a schema. */
    SameMeaning(Class<? extends Record> type) {
        this.outermost = record(type);
    }

    /** Changes the arguments themselves. */
    void applyTo(ObjectNode arguments) {
        outermost.of(arguments);
    }

    private Part part(Type type) {
        if (type instanceof WildcardType wildcard) {
            return part(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof GenericArrayType array) {
            return each(part(array.getGenericComponentType()));
        }
        if (type instanceof ParameterizedType generic) { // An optional, a collection, or a map with keys of text.
            Type[] arguments = generic.getActualTypeArguments();
            Part inner = part(arguments[arguments.length - 1]);
            return generic.getRawType() == Optional.class ? inner : each(inner);
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isArray()) {
            return each(part(plain.getComponentType()));
        }
        if (plain.isRecord()) {
            return record(plain);
        }
        return RecordSchema.isInteger(plain) ? SameMeaning::integer : NOTHING;
    }

    private static Part each(Part item) {
        return item == NOTHING
                ? NOTHING
                : value -> {
                    if (value instanceof ArrayNode array) {
                        for (int i = 0; i < array.size(); i++) {
                            array.set(i, item.of(array.get(i)));
                        }
                    } else if (value instanceof ObjectNode object) {
                        object.properties().forEach(entry -> entry.setValue(item.of(entry.getValue())));
                    }
                    return value;
                };
    }

    private static JsonNode integer(JsonNode value) {
        if (!value.isFloatingPointNumber()) {
            return value;
        }
        BigDecimal number = value.decimalValue();
        boolean isShort = number.precision() - (long) number.scale() <= MAX_DIGITS;
        return isShort && number.stripTrailingZeros().scale() <= 0
                ? BigIntegerNode.valueOf(number.toBigIntegerExact())
                : value;
    }

    private Part record(Class<?> type) {
        Part known = records.get(type);
        if (known != null) {
            return known;
        }
        Set<String> optional = new HashSet<>();
        Map<String, Part> inner = new HashMap<>();
        Part part = value -> components(value, optional, inner);
        records.put(type, part); // Before its components, since a record can hold its like.
        for (RecordComponent component : type.getRecordComponents()) {
            String name = RecordSchema.nameOf(component);
            if (RecordSchema.isOptional(component)) {
                optional.add(name);
            }
            Part found = part(component.getGenericType());
            if (found != NOTHING) {
                inner.put(name, found);
            }
        }
        return part;
    }

    private static JsonNode components(JsonNode value, Set<String> optional, Map<String, Part> inner) {
        if (value instanceof ObjectNode object) {
            for (String name : optional) {
                if (object.path(name).isNull()) {
                    object.remove(name);
                }
            }
            inner.forEach((name, part) -> {
                JsonNode component = object.get(name);
                if (component != null) {
                    object.set(name, part.of(component));
                }
            });
        }
        return value;
    }
}
