package dev.intellibrix.provider.openai;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.ProviderData;
import dev.intellibrix.provider.wire.KeptData;
import tools.jackson.databind.node.ObjectNode;

/**
 * What this provider keeps on parts, so that it goes back to where it came from. One of the keys:
 *
 * <ul>
 *   <li>{@code field}: the field of the message that the part's text came in;
 *   <li>{@code fields}: fields of the message that are not understood;
 *   <li>{@code part}: an element of the content that is not understood;
 *   <li>{@code call} and {@code function}: fields of a tool call and of its function that are not understood.
 * </ul>
 */
final class ReplayData {

    private ReplayData() {}

    static ProviderData ofField(String provider, String field) {
        return KeptData.of(provider, Json.object().put("field", field));
    }

    static ProviderData ofFields(String provider, ObjectNode fields) {
        return KeptData.of(provider, Json.object().set("fields", fields));
    }

    static ProviderData ofPart(String provider, ObjectNode part) {
        return KeptData.of(provider, Json.object().set("part", part));
    }

    static ProviderData ofCall(String provider, ObjectNode call, ObjectNode function) {
        ObjectNode data = Json.object();
        if (!call.isEmpty()) {
            data.set("call", call);
        }
        if (!function.isEmpty()) {
            data.set("function", function);
        }
        return KeptData.of(provider, data);
    }
}
