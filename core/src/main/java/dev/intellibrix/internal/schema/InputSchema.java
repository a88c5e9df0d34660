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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A compiled schema for a tool's input (JSON Schema 2020-12). No reference leaves the schema itself, and a validation that
 * takes too many steps counts as failed. Thread-safe.
 */
public final class InputSchema {

    private static final int MAX_DEPTH = 200;
    private static final int MAX_STEPS = 100_000;
    private static final int MAX_VIOLATIONS = 20;

    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemaLoader(loader -> loader.fetchRemoteResources(false)
                            .block(iri -> iri.toString().startsWith("classpath:")))
                    .schemaRegistryConfig(SchemaRegistryConfig.builder()
                            .formatAssertionsEnabled(true)
                            .regularExpressionFactory(LinearRegularExpression::compile)
                            .executionContextCustomizer((context, schemaContext) -> context.executionConfig(config ->
                                    config.maxEvaluationDepth(MAX_DEPTH).maxEvaluationSteps(MAX_STEPS)))
                            .build()));

    private final String json;
    private final Schema schema;

    private InputSchema(String json, Schema schema) {
        this.json = json;
        this.schema = schema;
    }

    /**
     * Compiles a schema.
     *
     * @throws IllegalArgumentException when this is no valid schema of an object
     */
    public static InputSchema of(String json) {
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
        try {
            List<Error> errors = REGISTRY.getSchema(
                            SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()))
                    .validate(object);
            if (!errors.isEmpty()) {
                throw new IllegalArgumentException("the input schema is no JSON Schema: " + describe(errors.get(0)));
            }
            Schema compiled = REGISTRY.getSchema(object);
            compiled.initializeValidators();
            return new InputSchema(Json.write(object), compiled);
        } catch (SchemaException e) {
            throw new IllegalArgumentException("the input schema can not be used: " + e.getMessage(), e);
        }
    }

    /** The schema as compact JSON. */
    public String json() {
        return json;
    }

    /** What is wrong with this input, each line with its JSON pointer; empty when nothing is. */
    public List<String> violations(JsonNode input) {
        try {
            List<Error> errors = schema.validate(input);
            if (errors.isEmpty()) {
                return List.of();
            }
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
