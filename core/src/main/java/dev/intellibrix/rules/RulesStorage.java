package dev.intellibrix.rules;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The file that rules are read from and written back to. Not thread-safe. */
final class RulesStorage {

    private final Path named;
    private byte @Nullable [] lastSeen;

    RulesStorage(Path path) {
        this.named = path.toAbsolutePath().normalize();
    }

    /** The file under its own name and, when that leads through links, under its real one. */
    Set<Path> paths() {
        Set<Path> paths = new LinkedHashSet<>();
        paths.add(real());
        paths.add(named);
        return paths;
    }

    /** Reads the file; a fault says why there is no text. */
    String read() throws RulesFault {
        lastSeen = null;
        try {
            lastSeen = bytes();
            if (lastSeen == null) {
                throw new RulesFault("there is no such file");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(lastSeen))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new RulesFault("the file is not UTF-8");
        } catch (IOException e) {
            throw new RulesFault("the file can not be read: " + e.getClass().getSimpleName());
        }
    }

    /** Whether someone else changed the file since it was read or written here. */
    boolean isChanged() throws IOException {
        return !Arrays.equals(bytes(), lastSeen);
    }

    /** Puts a text into the file's place, whole or not at all. */
    void write(String text) throws IOException {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        Path target = real();
        Path folder = target.getParent();
        if (folder == null) {
            throw new IOException("a rules file can not be a root");
        }
        Files.createDirectories(folder);
        Path fresh = folder.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            writeDurably(fresh, content);
            keepPermissions(target, fresh);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
        lastSeen = content;
    }

    private static void writeDurably(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer left = ByteBuffer.wrap(content);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
    }

    private static void keepPermissions(Path from, Path to) throws IOException {
        boolean posix = Files.getFileStore(to).supportsFileAttributeView("posix");
        if (posix && Files.exists(from)) {
            Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
        }
    }

    private byte @Nullable [] bytes() throws IOException {
        try {
            long size = Files.size(named);
            if (size > 4L * RulesParser.MAX_LENGTH) {
                throw new IOException("the file has " + size + " bytes");
            }
            return Files.readAllBytes(named);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** The path with all links resolved, as far as it exists. */
    private Path real() {
        try {
            return named.toRealPath();
        } catch (IOException e) {
            Path folder = named.getParent();
            if (folder == null) {
                return named;
            }
            return new RulesStorage(folder).real().resolve(named.getFileName());
        }
    }
}
