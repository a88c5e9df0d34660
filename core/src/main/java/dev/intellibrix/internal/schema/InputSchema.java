package dev.intellibrix.internal.schema;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A schema for a tool's input (JSON Schema 2020-12). No reference leaves the schema itself, and a validation that
 * takes too many steps counts as failed. Thread-safe.
 */
public final class InputSchema {

    private static final int MAX_DEPTH = 200;
    private static final int MAX_STEPS = 100_000;
    private static final int MAX_VIOLATIONS = 20;

    private final String json;
    private final ObjectNode node;
    private final @Nullable PlainCheck plain;
    private volatile @Nullable Schema compiled;

    private InputSchema(ObjectNode node) {
        this.json = Json.write(node);
        this.node = node;
        this.plain = PlainCheck.of(node);
    }

    /** The library, which is loaded with the first schema that needs it. */
    private static final class Library {

        static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemaLoader(loader -> loader.fetchRemoteResources(false)
                                .block(iri -> iri.toString().startsWith("classpath:")))
                        .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .formatAssertionsEnabled(true)
                                .locale(Locale.ENGLISH) // What the model reads hangs on no setting of the machine.
                                .regularExpressionFactory(LinearRegularExpression::compile)
                                .executionContextCustomizer((context, schemaContext) ->
                                        context.executionConfig(config -> config.maxEvaluationDepth(MAX_DEPTH)
                                                .maxEvaluationSteps(MAX_STEPS)))
                                .build()));

        private Library() {}
    }

    /**
     * Compiles a schema that somebody wrote.
     *
     * @throws IllegalArgumentException when this is no valid schema of an object
     */
    public static InputSchema of(String json) {
        ObjectNode schema = parse(json);
        try {
            List<Error> errors = Library.REGISTRY
                    .getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()))
                    .validate(schema);
            if (!errors.isEmpty()) {
                throw new IllegalArgumentException("the input schema is no JSON Schema: " + describe(errors.get(0)));
            }
            InputSchema checked = new InputSchema(schema);
            checked.compiled();
            return checked;
        } catch (SchemaException e) {
            throw new IllegalArgumentException("the input schema can not be used: " + e.getMessage(), e);
        }
    }

    /** A schema that was made here, and so is known to be one. */
    public static InputSchema ofGenerated(String json) {
        return new InputSchema(parse(json));
    }

    private static ObjectNode parse(String json) {
        JsonNode node;
        try {
            node = Json.parse(json);
        } catch (JsonFault e) {
            throw new IllegalArgumentException("the input schema is not JSON: " + e.getMessage(), e);
        }
        if (!(node instanceof ObjectNode object)
                || !"object".equals(object.path("type").stringValue(""))) {
            throw new IllegalArgumentException("the input schema must be a JSON object with \"type\": \"object\"");
        }
        return object;
    }

    /** Compiled at the first use; by two threads at once, there are two that are equal. */
    private Schema compiled() {
        Schema known = compiled;
        if (known == null) {
            known = Library.REGISTRY.getSchema(node);
            known.initializeValidators();
            compiled = known;
        }
        return known;
    }

    /** The schema as compact JSON. */
    public String json() {
        return json;
    }

    /** What is wrong with this input, each line with its JSON pointer; empty when nothing is. */
    public List<String> violations(JsonNode input) {
        return plain != null && plain.accepts(input) ? List.of() : explained(input);
    }

    /** The same by the library alone. */
    List<String> explained(JsonNode input) {
        try {
            List<Error> errors = compiled().validate(input);
            return errors.stream()
                    .limit(MAX_VIOLATIONS)
                    .map(InputSchema::describe)
                    .toList();
        } catch (RuntimeException | StackOverflowError e) {
            return List.of("/: could not be checked against the schema ("
                    + e.getClass().getSimpleName() + ")");
        }
    }

    private static String describe(Error error) {
        String pointer = error.getInstanceLocation().toString();
        return (pointer.isEmpty() ? "/" : pointer) + ": " + error.getMessage();
    }
}
