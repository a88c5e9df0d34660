package dev.intellibrix.message;

import java.util.Objects;

/**
 * What a provider added to a part and this SDK does not interpret, such as a signature or an unknown field. It is replayed
 * to the same provider in the same place, and never shown to another one.
 *
 * @param provider the {@linkplain dev.intellibrix.provider.Provider#id() id} of the provider it belongs to
 * @param json the data, a JSON value
 */
public record ProviderData(String provider, String json) {

    public ProviderData {
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(json, "json");
    }
}
