package dev.intellibrix.tool;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.intellibrix.internal.json.Json;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the JSON Schema (2020-12) of a record as the JSON mapper reads it: every component that is neither {@code Optional}
 * nor {@code @Nullable} is required, unknown fields are not allowed. The outermost record stands inline, since model APIs
 * want an object at the top; a nested record that refers to itself is a definition.
 */
final class RecordSchema {

    private static final Map<Class<?>, String> PLAIN = plainTypes();
    private static final Map<Class<?>, String> FORMATS = formats();

    private final Class<?> root;
    private final Map<Class<?>, String> names = new LinkedHashMap<>();
    private final ObjectNode definitions = Json.object();

    private RecordSchema(Class<?> root) {
        this.root = root;
    }

    /**
     * The schema of this record as JSON.
     *
     * @throws IllegalArgumentException naming the component whose type has no schema, or the record that can not be built
     */
    static String of(Class<? extends Record> type) {
        RecordSchema writer = new RecordSchema(type);
        ObjectNode schema = writer.record(type);
        if (!writer.definitions.isEmpty()) {
            schema.set("$defs", writer.definitions);
        }
        return Json.write(schema);
    }

    /** Whether a component may be left out. */
    static boolean isOptional(RecordComponent component) {
        return Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class)
                        .contains(component.getType())
                || Arrays.stream(component.getAnnotatedType().getAnnotations())
                        .anyMatch(a -> a.annotationType().getSimpleName().equals("Nullable"));
    }

    /** The name of a component in JSON. */
    static String nameOf(RecordComponent component) {
        JsonProperty property = component.getAccessor().getAnnotation(JsonProperty.class);
        return property == null || property.value().isEmpty() ? component.getName() : property.value();
    }

    private ObjectNode record(Class<?> type) {
        Buildable.require(type);
        ObjectNode schema = Json.object().put("type", "object");
        describe(type, schema);
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = Json.mapper().createArrayNode();
        for (RecordComponent component : type.getRecordComponents()) {
            properties.set(nameOf(component), component(type, component));
            if (!isOptional(component)) {
                required.add(nameOf(component));
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema.put("additionalProperties", false);
    }

    private ObjectNode component(Class<?> owner, RecordComponent component) {
        ObjectNode schema;
        try {
            schema = type(component.getGenericType());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    owner.getSimpleName() + "." + component.getName() + ": " + e.getMessage(), e);
        }
        describe(component, schema);
        Range range = component.getAnnotation(Range.class);
        if (range != null) {
            bound(schema, range, owner.getSimpleName() + "." + component.getName());
        }
        return schema;
    }

    private ObjectNode type(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return generic((Class<?>) parameterized.getRawType(), parameterized.getActualTypeArguments());
        }
        if (type instanceof WildcardType wildcard) {
            return type(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof GenericArrayType array) {
            return array(array.getGenericComponentType());
        }
        if (type instanceof Class<?> raw) {
            return raw(raw);
        }
        throw new IllegalArgumentException("no schema for the type " + type);
    }

    private ObjectNode generic(Class<?> raw, Type[] arguments) {
        if (raw == Optional.class) {
            return type(arguments[0]);
        }
        if (Collection.class.isAssignableFrom(raw)) {
            ObjectNode schema = array(arguments[0]);
            return Set.class.isAssignableFrom(raw) ? schema.put("uniqueItems", true) : schema;
        }
        if (Map.class.isAssignableFrom(raw) && arguments[0] == String.class) {
            ObjectNode schema = Json.object().put("type", "object");
            schema.set("additionalProperties", type(arguments[1]));
            return schema;
        }
        throw new IllegalArgumentException("no schema for " + raw.getName()
                + "; use records, enums, lists, sets, maps with string keys, optionals and plain values");
    }

    private ObjectNode raw(Class<?> raw) {
        if (raw == Object.class) {
            return Json.object();
        }
        String plain = PLAIN.get(raw);
        if (plain != null) {
            return Json.object().put("type", plain);
        }
        String format = FORMATS.get(raw);
        if (format != null) {
            return Json.object().put("type", "string").put("format", format);
        }
        if (raw.isEnum()) {
            return enumeration(raw);
        }
        if (raw.isArray()) {
            return array(raw.getComponentType());
        }
        if (raw.isRecord()) {
            return reference(raw);
        }
        return generic(raw, new Type[] {Object.class, Object.class});
    }

    private ObjectNode array(Type items) {
        ObjectNode schema = Json.object().put("type", "array");
        schema.set("items", type(items));
        return schema;
    }

    private static ObjectNode enumeration(Class<?> type) {
        ObjectNode schema = Json.object().put("type", "string");
        ArrayNode values = schema.putArray("enum");
        for (Object constant : type.getEnumConstants()) {
            values.add(nameOf((Enum<?>) constant));
        }
        describe(type, schema);
        return schema;
    }

    private static String nameOf(Enum<?> constant) {
        try {
            JsonProperty property =
                    constant.getDeclaringClass().getField(constant.name()).getAnnotation(JsonProperty.class);
            return property == null ? constant.name() : property.value();
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    private ObjectNode reference(Class<?> record) {
        if (record == root) {
            return Json.object().put("$ref", "#");
        }
        String known = names.get(record);
        if (known == null) {
            String name = record.getSimpleName();
            known = names.containsValue(name) ? name + names.size() : name;
            names.put(record, known);
            definitions.set(known, record(record));
        }
        return Json.object().put("$ref", "#/$defs/" + known);
    }

    private static void describe(AnnotatedElement element, ObjectNode schema) {
        Description description = element.getAnnotation(Description.class);
        if (description != null) {
            schema.put("description", description.value());
        }
    }

    private static void bound(ObjectNode schema, Range range, String where) {
        String suffix = switch (schema.path("type").stringValue("")) {
            case "integer", "number" -> "imum";
            case "string" -> "Length";
            case "array" -> "Items";
            case "object" -> "Properties";
            default -> throw new IllegalArgumentException(where + ": @Range does not apply to this type");
        };
        if (range.min() != Long.MIN_VALUE) {
            schema.put("min" + suffix, range.min());
        }
        if (range.max() != Long.MAX_VALUE) {
            schema.put("max" + suffix, range.max());
        }
    }

    /** Whether a type is a whole number in a schema. */
    static boolean isInteger(Class<?> type) {
        return "integer".equals(PLAIN.get(type));
    }

    private static Map<Class<?>, String> plainTypes() {
        Map<Class<?>, String> types = new LinkedHashMap<>();
        for (Class<?> type : new Class<?>[] {
            int.class,
            Integer.class,
            long.class,
            Long.class,
            short.class,
            Short.class,
            byte.class,
            Byte.class,
            BigInteger.class,
            OptionalInt.class,
            OptionalLong.class
        }) {
            types.put(type, "integer");
        }
        for (Class<?> type : new Class<?>[] {
            double.class, Double.class, float.class, Float.class, BigDecimal.class, Number.class, OptionalDouble.class
        }) {
            types.put(type, "number");
        }
        types.put(String.class, "string");
        types.put(boolean.class, "boolean");
        types.put(Boolean.class, "boolean");
        return types;
    }

    private static Map<Class<?>, String> formats() {
        return Map.of(
                Instant.class, "date-time",
                OffsetDateTime.class, "date-time",
                ZonedDateTime.class, "date-time",
                LocalDateTime.class, "local-date-time",
                LocalDate.class, "date",
                LocalTime.class, "local-time",
                Duration.class, "duration",
                UUID.class, "uuid",
                URI.class, "uri");
    }
}
