package dev.intellibrix.workspace.fs;

import dev.intellibrix.tool.ToolException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CancellationException;

/** What the operating system refuses, in words for the model: no class names and no path but the one that it gave. */
public final class Faults {

    private Faults() {}

    /** Work with files. */
    public interface Work<T> {
        T run() throws IOException;
    }

    /** Runs work on a path; what goes wrong becomes a message about that path. */
    public static <T> T explained(String path, Work<T> work) {
        try {
            return work.run();
        } catch (UncheckedIOException e) {
            throw of(path, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw of(path, e);
        }
    }

    /** Work with files that has no result. */
    public interface Change {
        void run() throws IOException;
    }

    /** As {@link #explained(String, Work)}. */
    public static void explained(String path, Change change) {
        try {
            change.run();
        } catch (IOException e) {
            throw of(path, e);
        }
    }

    /** What a failure means; that of an interrupted thread is no failure of the work. */
    public static RuntimeException of(String path, IOException e) {
        if (e instanceof ClosedByInterruptException) {
            CancellationException cancelled = new CancellationException("interrupted");
            cancelled.initCause(e);
            return cancelled;
        }
        return new ToolException(Shown.text(path) + ": " + reason(e), e);
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NotDirectoryException) {
            return "not a folder";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "exists already";
        }
        if (e instanceof DirectoryNotEmptyException) {
            return "the folder is not empty";
        }
        return e instanceof FileSystemException named ? systemReason(named) : "could not be read or written";
    }

    private static String systemReason(FileSystemException e) {
        String reason = e.getReason();
        if (reason == null) {
            return "could not be read or written";
        }
        if (reason.contains("symbolic link")) {
            return "changed while it was being opened; try again";
        }
        return reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1);
    }
}
