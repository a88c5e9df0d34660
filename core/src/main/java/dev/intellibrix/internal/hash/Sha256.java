package dev.intellibrix.internal.hash;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java platform has (java.security.MessageDigest). */
public final class Sha256 {

    private Sha256() {}

    /** The hash of these bytes. */
    public static byte[] of(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The hash of these bytes, in 64 hexadecimal digits. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(of(bytes));
    }

    /**
     * The hash of a text in UTF-8, in 64 hexadecimal digits. UTF-8 has no half surrogates, so texts that differ in one only
     * have the same hash; where that matters, they are escaped before.
     */
    public static String hex(String text) {
        return hex(text.getBytes(StandardCharsets.UTF_8));
    }
}
