package dev.intellibrix.github;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Deliveries as GitHub sends them, and some that it does not. */
final class Deliveries {

    static final String SECRET = "It's a Secret to Everybody";

    private Deliveries() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String hmac(String algorithm, String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(bytes(secret), algorithm));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (java.security.GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    static String signature(String secret, byte[] body) {
        return "sha256=" + hmac("HmacSHA256", secret, body);
    }

    /** The headers of a delivery that is right in every way. */
    static Map<String, List<String>> headers(String id, byte[] body) {
        Map<String, List<String>> headers = new HashMap<>();
        headers.put("X-GitHub-Delivery", List.of(id));
        headers.put("X-GitHub-Event", List.of("issues"));
        headers.put("Content-Type", List.of("application/json"));
        headers.put("X-Hub-Signature-256", List.of(signature(SECRET, body)));
        return headers;
    }

    static byte[] issue(int number) {
        return bytes("{\"action\":\"opened\",\"issue\":{\"number\":" + number + ",\"title\":\"T\",\"body\":\"B\"},"
                + "\"repository\":{\"full_name\":\"Octo/Hello\"},\"sender\":{\"login\":\"ada\"}}");
    }
}
