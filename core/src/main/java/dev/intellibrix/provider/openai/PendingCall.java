package dev.intellibrix.provider.openai;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.ProviderData;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.wire.Arguments;
import dev.intellibrix.provider.wire.OpaqueFields;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A tool call while its pieces arrive. */
final class PendingCall {

    private final OpaqueFields callFields = new OpaqueFields();
    private final OpaqueFields functionFields = new OpaqueFields();
    private final StringBuilder arguments = new StringBuilder();
    private @Nullable JsonNode structuredArguments;
    private String id = "";
    private String name = "";

    String id() {
        return id;
    }

    /** Takes a piece. An id and a name are set once: servers repeat them with every piece. */
    void add(JsonNode piece) {
        piece.properties().forEach(field -> {
            switch (field.getKey()) {
                case "id" -> id = id.isEmpty() ? field.getValue().stringValue("") : id;
                case "function" -> addFunction(field.getValue());
                case "index", "type" -> {}
                default -> callFields.add(field.getKey(), field.getValue());
            }
        });
    }

    /** Whether a piece with this id and this name belongs to another call, although it has the index of this one. */
    boolean isOtherThan(String otherId, String otherName) {
        // A new id alone proves nothing: some servers make up an id for every piece.
        return !id.isEmpty() && !otherId.isEmpty() && !otherId.equals(id) && !otherName.isEmpty();
    }

    /** Whether the arguments have come to their end. */
    boolean hasAllArguments() {
        if (structuredArguments != null) {
            return true;
        }
        String text = arguments.toString().strip();
        return text.endsWith("}") && isObject(text);
    }

    ToolCallPart toPart(String provider) {
        String text = arguments.length() == 0 && structuredArguments != null
                ? Json.write(structuredArguments)
                : arguments.toString();
        Arguments read = Arguments.of(text);
        return new ToolCallPart(id, name, read.text(), read.repaired(), providerData(provider), Label.untrusted());
    }

    private void addFunction(JsonNode function) {
        function.properties().forEach(field -> {
            switch (field.getKey()) {
                case "name" -> name = name.isEmpty() ? field.getValue().stringValue("") : name;
                case "arguments" -> addArguments(field.getValue());
                default -> functionFields.add(field.getKey(), field.getValue());
            }
        });
    }

    private void addArguments(JsonNode value) {
        if (value.isString()) {
            arguments.append(value.stringValue());
        } else if (!value.isNull()) {
            structuredArguments = value;
        }
    }

    private @Nullable ProviderData providerData(String provider) {
        if (callFields.isEmpty() && functionFields.isEmpty()) {
            return null;
        }
        return ReplayData.ofCall(provider, callFields.node(), functionFields.node());
    }

    private static boolean isObject(String text) {
        try {
            return Json.parse(text).isObject();
        } catch (JsonFault e) {
            return false;
        }
    }
}
