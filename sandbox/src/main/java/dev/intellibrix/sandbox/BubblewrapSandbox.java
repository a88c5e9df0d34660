package dev.intellibrix.sandbox;

import dev.intellibrix.internal.process.ProcessResult;
import dev.intellibrix.internal.process.ProcessSpec;
import dev.intellibrix.sandbox.BubblewrapCommand.Streams;
import dev.intellibrix.sandbox.SandboxRun.Ending;
import dev.intellibrix.tool.Cancellation;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sandbox of which nothing runs between two programs: each gets new namespaces, and the files go from one to the next in an
 * archive that only tar reads, inside.
 */
final class BubblewrapSandbox implements Sandbox {

    private static final Logger LOG = LoggerFactory.getLogger(BubblewrapSandbox.class);
    private static final Path NOTHING = Streams.NOTHING;
    private static final FileAttribute<?> OWN =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final Set<OpenOption> ANEW = Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    private static final int PLACED_BYTES = 256 << 10; // So few that they fit into the smallest disk.
    private static final int STATUS_LENGTH = 16;

    private final BubblewrapHost host;
    private final BubblewrapCommand command;
    private final SandboxLimits limits;
    private final PrivateFolder folder;
    private final int userId;
    private final MemoryWatch watch;
    private final Map<String, SandboxFile> added = new LinkedHashMap<>();
    private Path kept = NOTHING;
    private boolean overflown;
    private boolean incomplete; // Something could not be packed.
    private boolean closed;

    BubblewrapSandbox(
            BubblewrapHost host,
            BubblewrapOptions options,
            SandboxLimits limits,
            PrivateFolder folder,
            int userId,
            MemoryWatch watch)
            throws IOException {
        this.host = host;
        this.command = new BubblewrapCommand(host, options, limits, userId);
        this.limits = limits;
        this.folder = folder;
        this.userId = userId;
        this.watch = watch;
        write("filter", host.filter().bytes());
    }

    @Override
    public void copyIn(List<SandboxFile> files, Cancellation cancellation) {
        requireOpen();
        cancellation.throwIfCancelled();
        long size = files.stream().mapToLong(SandboxFile::size).sum();
        if (size > limits.diskBytes()) {
            throw SandboxException.neverRan("the files are larger than the sandbox's disk");
        }
        Set<String> paths = new HashSet<>(added.keySet());
        files.forEach(file -> paths.add(file.path()));
        if (PathNames.collide(paths)) {
            throw SandboxException.neverRan("a path is both a file and the folder of another file");
        }
        files.forEach(file -> added.put(file.path(), file));
    }

    @Override
    public SandboxRun run(SandboxCommand program, Cancellation cancellation) {
        requireOpen();
        cancellation.throwIfCancelled();
        if (overflown) {
            throw SandboxException.gone("the program before left more files than can be kept");
        }
        try {
            return start(program, cancellation);
        } catch (IOException e) {
            throw SandboxException.neverRan("the folder of the sandbox can not be written", e);
        }
    }

    @Override
    public Artefacts copyOut(String wanted, Cancellation cancellation) {
        requireOpen();
        cancellation.throwIfCancelled();
        TarArtefacts.requireFolder(wanted);
        if (!added.isEmpty()) {
            run(SandboxCommand.of("true"), cancellation); // They are not in the sandbox until something runs.
        }
        if (overflown) {
            throw SandboxException.filesLost("there is too much in the working folder");
        }
        if (kept.equals(NOTHING)) {
            return Artefacts.NONE;
        }
        try (InputStream archive = new BufferedInputStream(Files.newInputStream(kept))) {
            status(archive);
            return TarArtefacts.of(archive, wanted, limits, !incomplete, cancellation);
        } catch (IOException e) {
            throw SandboxException.filesLost("the folder of the sandbox can not be read", e);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (host.isRoot()) {
                folder.release(userId);
            }
            folder.close();
        }
    }

    private SandboxRun start(SandboxCommand program, Cancellation cancellation) throws IOException {
        Map<String, Path> placed = placed();
        Path archive = placed.isEmpty() ? archiveOfAdded() : NOTHING;
        Streams streams = new Streams(empty("begun"), empty("archive"), file("filter"), kept, archive, placed);
        ProcessSpec.Builder spec = ProcessSpec.builder(host.shell(), command.arguments(program, streams), Path.of("/"))
                .environment(Map.of("PATH", "/usr/bin:/bin"))
                .timeout(program.timeout(limits))
                .keep((limits.outputBytes() + 1) / 2, limits.outputBytes() / 2);
        program.stdin().ifPresent(text -> spec.input(text.getBytes(StandardCharsets.UTF_8)));
        try (MemoryWatch.Program watched = watch.program(limits)) {
            ProcessResult result =
                    PlatformThread.run(spec.onStart(watched::started).build(), cancellation);
            requireBegun(result, streams);
            return ended(result, streams, watched.wasKilled());
        }
    }

    private void requireBegun(ProcessResult result, Streams streams) throws IOException {
        if (Files.size(streams.begun()) > 0) {
            return;
        }
        if (result.exitCode() == BubblewrapCommand.DOES_NOT_FIT) {
            if (!kept.equals(NOTHING)) { // The code before may have seen to that; nothing in here could mend it.
                throw SandboxException.gone("its files leave no room for the new ones");
            }
            throw SandboxException.neverRan("the files do not fit into the sandbox's disk");
        }
        LOG.warn(
                "a sandbox could not be set up, status {}: {}",
                result.exitCode(),
                result.stderr().text());
        throw SandboxException.neverRan(
                result.timedOut() ? "the sandbox did not start in time" : "the sandbox could not be set up");
    }

    private SandboxRun ended(ProcessResult result, Streams streams, boolean outOfMemory) throws IOException {
        if (result.exitCode() == ProcessResult.UNKNOWN) {
            throw SandboxException.unknown("the program could not be ended");
        }
        int code = result.exitCode();
        if (!result.timedOut() && !outOfMemory) {
            try (InputStream archive = new BufferedInputStream(Files.newInputStream(streams.archive()))) {
                int status = status(archive);
                if (status >= 0) {
                    code = status;
                    keep(streams.archive(), result.exitCode() == 0);
                }
            }
        }
        return new SandboxRun(
                code,
                outOfMemory ? Ending.OUT_OF_MEMORY : ending(code, result.timedOut()),
                Outputs.of(result.stdout()),
                Outputs.of(result.stderr()),
                result.duration());
    }

    private void keep(Path archive, boolean complete) throws IOException {
        overflown = !isWhole(archive);
        incomplete = !complete;
        Path next = file("kept");
        Files.move(archive, next, StandardCopyOption.REPLACE_EXISTING);
        kept = next;
        added.clear();
    }

    /** An archive ends with two empty blocks. */
    private static boolean isWhole(Path archive) throws IOException {
        int end = 2 * TarWriter.BLOCK;
        try (SeekableByteChannel channel = Files.newByteChannel(archive)) {
            if (channel.size() < end) {
                return false;
            }
            ByteBuffer last = ByteBuffer.allocate(end);
            channel.position(channel.size() - end);
            while (last.hasRemaining() && channel.read(last) >= 0) {
                // Reads on.
            }
            return Arrays.equals(last.array(), new byte[end]);
        }
    }

    private static Ending ending(int code, boolean timedOut) {
        if (timedOut) {
            return Ending.TIMED_OUT;
        }
        return Outputs.endingOf(code);
    }

    /** The status that stands in front of the archive, or -1 when the sandbox ended before it was written. */
    private static int status(InputStream archive) throws IOException {
        int status = 0;
        for (int i = 0; i < STATUS_LENGTH; i++) {
            int c = archive.read();
            if (c == '\n' && i > 0) {
                return status;
            }
            if (c < '0' || c > '9' || i > 3) {
                return -1;
            }
            status = 10 * status + c - '0';
        }
        return -1;
    }

    /** A few files are put in place by bubblewrap itself, which is quicker than to unpack an archive. */
    private Map<String, Path> placed() throws IOException {
        long size = added.values().stream().mapToLong(SandboxFile::size).sum();
        if (!kept.equals(NOTHING) || added.size() > BubblewrapCommand.PLACED || size > PLACED_BYTES) {
            return Map.of();
        }
        Map<String, Path> placed = new LinkedHashMap<>();
        for (SandboxFile each : added.values()) {
            placed.put(each.path(), write("placed" + placed.size(), each.bytes()));
        }
        return placed;
    }

    private Path archiveOfAdded() throws IOException {
        if (added.isEmpty()) {
            return NOTHING;
        }
        Path path = empty("added");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path))) {
            TarWriter.write(List.copyOf(added.values()), out);
        }
        return path;
    }

    private Path empty(String name) throws IOException {
        return write(name, new byte[0]);
    }

    /** In one step, since the program waits for it. What there was of this name is of this sandbox, and can only be read by it. */
    private Path write(String name, byte[] bytes) throws IOException {
        Path path = file(name);
        try (SeekableByteChannel channel = Files.newByteChannel(path, ANEW, OWN)) {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        }
        return path;
    }

    private Path file(String name) {
        return folder.path().resolve(name);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the sandbox is closed");
        }
    }
}
