package dev.intellibrix.provider.wire;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.ProviderData;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a provider keeps on a part for itself, as JSON. */
public final class KeptData {

    private KeptData() {}

    /** Marks data as this provider's. */
    public static ProviderData of(String provider, JsonNode data) {
        return new ProviderData(provider, Json.write(data));
    }

    /** The data, or an empty object when it is another provider's, damaged or none. */
    public static JsonNode read(@Nullable ProviderData data, String provider) {
        if (data == null || !data.provider().equals(provider)) {
            return Json.object();
        }
        try {
            return Json.parse(data.json());
        } catch (JsonFault e) {
            return Json.object();
        }
    }
}
