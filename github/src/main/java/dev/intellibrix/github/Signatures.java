package dev.intellibrix.github;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies that bytes were signed by somebody who has one of the secrets, by HMAC with SHA-256 and nothing else. Immutable. */
final class Signatures {

    static final String HEADER = "x-hub-signature-256";

    private static final String ALGORITHM = "HmacSHA256";
    private static final String PREFIX = "sha256=";
    private static final Pattern LINE_END = Pattern.compile("[\\r\\n]+\\z"); // As files of secrets have it.
    private static final Pattern FORM = Pattern.compile(PREFIX + "[0-9a-f]{64}");

    private final List<SecretKeySpec> keys;

    private Signatures(List<SecretKeySpec> keys) {
        this.keys = keys;
    }

    /**
     * For these secrets.
     *
     * @throws IllegalArgumentException when there is none, or one is blank; the message shows none
     */
    static Signatures of(List<String> secrets) {
        if (secrets.isEmpty() || secrets.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("secrets: at least one is needed, and none may be blank");
        }
        return new Signatures(secrets.stream()
                .map(secret -> LINE_END.matcher(secret).replaceFirst(""))
                .map(secret -> new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM))
                .toList());
    }

    /**
     * Verifies a body. How long that takes depends on the length of the body and the number of secrets alone.
     *
     * @return what stands for the bytes of the body; nothing when no secret fits
     */
    Optional<String> verify(WebhookHeaders headers, byte[] body) {
        Optional<String> given = headers.single(HEADER, FORM);
        if (given.isEmpty()) {
            return Optional.empty();
        }
        byte[] signature = HexFormat.of()
                .parseHex(given.get(), PREFIX.length(), given.get().length());
        boolean fits = false;
        byte[] first = null;
        for (SecretKeySpec key : keys) {
            byte[] expected = hmac(key, body);
            first = first == null ? expected : first;
            fits |= MessageDigest.isEqual(expected, signature);
        }
        return fits && first != null ? Optional.of(HexFormat.of().formatHex(first)) : Optional.empty();
    }

    private static byte[] hmac(SecretKeySpec key, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no " + ALGORITHM, e);
        }
    }

    /** Tells how many secrets there are, and none of them. */
    @Override
    public String toString() {
        return "Signatures[" + keys.size() + "]";
    }
}
