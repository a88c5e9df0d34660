package dev.intellibrix.provider.wire;

import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import java.util.function.Function;
import java.util.function.Supplier;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/** A server that is asked with the same headers every time, and with its key. Thread-safe; the key is in no text of it. */
public final class ModelServer {

    private final ModelCalls calls;
    private final Headers headers;
    private final String keyHeader;
    private final String keyPrefix;
    private final @Nullable Supplier<String> key;

    ModelServer(ModelCalls calls, Headers headers, String keyHeader, String keyPrefix, @Nullable Supplier<String> key) {
        this.calls = calls;
        this.headers = headers;
        this.keyHeader = keyHeader;
        this.keyPrefix = keyPrefix;
        this.key = key;
    }

    /**
     * Sends a body and reads the turn that answers it. A header of the key's name that was set by hand wins over the key.
     *
     * @param turn makes the reader, which words its problems by what it is given
     * @throws ProviderException when there is no whole turn, or no key from the supplier
     */
    public ModelResponse post(
            HttpUrl address, RequestBody body, ModelRequest request, Function<ModelCalls, TurnReader> turn) {
        Request.Builder http =
                new Request.Builder().url(address).headers(headers).post(body);
        ModelCalls made = calls;
        if (key != null && headers.get(keyHeader) == null) {
            String value = supplied(key);
            http.header(keyHeader, keyPrefix + value);
            made = calls.withSecret(value);
        }
        return made.execute(http.build(), request, turn.apply(made));
    }

    private String supplied(Supplier<String> supplier) {
        String value;
        try {
            value = supplier.get();
        } catch (RuntimeException e) {
            throw calls.failure("the supplier of the key failed with "
                            + e.getClass().getName())
                    .build(); // Without its message and cause, which may hold the key.
        }
        if (value == null || value.isBlank() || !ServerOptions.isSendable(value)) {
            throw calls.failure("the supplier of the key gave none that can be sent")
                    .build();
        }
        return value;
    }
}
