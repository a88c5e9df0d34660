package dev.intellibrix.tool;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes null out of what is to become a record, wherever it stands for an optional component of that record or of one in it:
 * models write null for what they leave out, and it says nothing else. Thread-safe.
 */
final class LeftOut {

    /** What to do with a value of some type. */
    @FunctionalInterface
    private interface Part {
        void clean(JsonNode value);
    }

    private static final Part NOTHING = value -> {};

    private final Map<Class<?>, Part> records = new HashMap<>();
    private final Part outermost;

    /** For a record of which there is a schema. */
    LeftOut(Class<? extends Record> type) {
        this.outermost = record(type);
    }

    void clean(ObjectNode arguments) {
        outermost.clean(arguments);
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
        return plain.isArray() ? each(part(plain.getComponentType())) : plain.isRecord() ? record(plain) : NOTHING;
    }

    private static Part each(Part item) {
        return item == NOTHING ? NOTHING : value -> value.forEach(item::clean);
    }

    private Part record(Class<?> type) {
        Part known = records.get(type);
        if (known != null) {
            return known;
        }
        Set<String> optional = new HashSet<>();
        Map<String, Part> inner = new HashMap<>();
        Part part = value -> clean(value, optional, inner);
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

    private static void clean(JsonNode value, Set<String> optional, Map<String, Part> inner) {
        if (!(value instanceof ObjectNode object)) {
            return;
        }
        for (String name : optional) {
            if (object.path(name).isNull()) {
                object.remove(name);
            }
        }
        inner.forEach((name, part) -> part.clean(object.path(name)));
    }
}
