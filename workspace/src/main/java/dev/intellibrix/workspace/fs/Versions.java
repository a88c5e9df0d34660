package dev.intellibrix.workspace.fs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What tells one content of a file from another: the SHA-256 of the content, or for a file of more than
 * {@value #MAX_HASHED} bytes its size, time and key, because reading a part of a very large file must not cost the whole.
 */
public final class Versions {

    public static final long MAX_HASHED = 64L * 1024 * 1024;

    private static final int BUFFER = 64 * 1024;
    private static final int LEAST_BUFFER = 1024;

    private Versions() {}

    public static String of(byte[] content) {
        return hex(sha256().digest(content));
    }

    /** The version of a file's content, read from the start whatever the channel's position, which stays. */
    public static String of(FileChannel channel, BasicFileAttributes attributes) throws IOException {
        if (attributes.size() > MAX_HASHED) {
            return ofAttributes(attributes);
        }
        MessageDigest digest = sha256();
        // No more than a small file needs, and one, so that the second look is the last.
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(BUFFER, Math.max(LEAST_BUFFER, attributes.size() + 1)));
        long position = 0;
        int count;
        while ((count = channel.read(buffer.clear(), position)) >= 0) {
            digest.update(buffer.flip());
            position += count;
            if (position > MAX_HASHED) {
                return ofAttributes(attributes);
            }
        }
        return hex(digest.digest());
    }

    static String ofAttributes(BasicFileAttributes attributes) {
        return attributes.size() + " " + attributes.lastModifiedTime() + " " + attributes.fileKey();
    }

    public static String ofDigest(MessageDigest digest) {
        return hex(digest.digest());
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String hex(byte[] hash) {
        return HexFormat.of().formatHex(hash);
    }
}
