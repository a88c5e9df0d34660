package dev.intellibrix;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Signs the states of suspended runs. Thread-safe. */
final class StateKey {

    /** A key shorter than the hash would be the weakest part. */
    static final int MIN_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final String SCHEME = "hmac-sha256:";

    private final SecretKey key;

    StateKey(SecretKey key) {
        this.key = key;
    }

    static StateKey of(byte[] bytes) {
        if (bytes.length < MIN_BYTES) {
            throw new IllegalArgumentException(
                    "stateKey must have at least " + MIN_BYTES + " bytes, but has " + bytes.length);
        }
        return new StateKey(new SecretKeySpec(bytes, ALGORITHM));
    }

    String sign(String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return SCHEME + HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("stateKey can not be used for " + ALGORITHM, e);
        }
    }

    /** Compares in a time that does not depend on where the two differ. */
    boolean isRight(String text, @Nullable String signature) {
        return signature != null
                && MessageDigest.isEqual(
                        sign(text).getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8));
    }
}
