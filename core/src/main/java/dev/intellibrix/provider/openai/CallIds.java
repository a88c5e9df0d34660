package dev.intellibrix.provider.openai;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Call ids as they are sent. */
final class CallIds {

    /** What OpenAI accepts; other providers' ids can be longer. */
    private static final int LONGEST = 40;

    private CallIds() {}

    /** The id itself, or a short one that is the same for the call and for its result. */
    static String sent(String id) {
        if (id.length() <= LONGEST) {
            return id;
        }
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
            return "call_" + HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
