package dev.intellibrix.sandbox;

import dev.intellibrix.sandbox.TarReader.Entry;
import dev.intellibrix.tool.Cancellation;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Picks the files below one folder from an archive of a sandbox's working folder. */
final class TarArtefacts {

    private TarArtefacts() {}

    /**
     * Reads an archive to its end.
     *
     * @param archive whose names begin with {@code ./}, or with the folder
     * @param complete whether all that is in the folder could be packed
     * @throws SandboxException when it is no whole archive
     */
    static Artefacts of(
            InputStream archive, String folder, SandboxLimits limits, boolean complete, Cancellation cancellation) {
        ArtefactCollector collector = new ArtefactCollector(limits);
        try {
            TarReader reader = new TarReader(archive);
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                cancellation.throwIfCancelled();
                take(entry, folder, reader, collector);
            }
            if (!complete) {
                collector.skip(".", "something in the working folder can not be read, and is missing");
            }
            return collector.artefacts();
        } catch (EOFException e) {
            throw SandboxException.filesLost("there is too much in the working folder", e);
        } catch (IOException e) {
            throw SandboxException.filesLost("the sandbox gave no proper archive", e);
        }
    }

    /** Throws where a folder is none below the working folder. */
    static void requireFolder(String folder) {
        if (!SandboxFile.isPath(folder)) {
            throw new IllegalArgumentException("folder must lie below the working folder, but is \"" + folder + "\"");
        }
    }

    private static void take(Entry entry, String folder, TarReader reader, ArtefactCollector collector)
            throws IOException {
        String name = entry.name().startsWith("./") ? entry.name().substring(2) : entry.name();
        if (name.equals(folder) && entry.kind() != TarReader.Kind.FOLDER) {
            collector.skip(folder, "no folder");
        }
        if (!name.startsWith(folder + "/")) {
            return;
        }
        String path = name.substring(folder.length() + 1);
        switch (entry.kind()) {
            case FOLDER -> {}
            case FILE -> {
                if (collector.admits(path, entry.size())) {
                    collector.add(path, reader.content());
                }
            }
            case LINK -> collector.skip(path, "a link");
            case HARD_LINK -> collector.skip(path, "a hard link");
            case SPARSE -> collector.skip(path, "a file with holes");
            case OTHER -> collector.skip(path, "no regular file");
        }
    }
}
