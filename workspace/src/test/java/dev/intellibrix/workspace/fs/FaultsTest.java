package dev.intellibrix.workspace.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.tool.ToolException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a model reads of a failure of the file system, and of a path: short, in words, and nothing of the host. */
class FaultsTest {

    private static final String HOST = "/home/somebody/secret";

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new NoSuchFileException(HOST), "a/b: no such file or folder"),
                Arguments.of(new AccessDeniedException(HOST), "a/b: permission denied"),
                Arguments.of(new NotDirectoryException(HOST), "a/b: not a folder"),
                Arguments.of(new FileAlreadyExistsException(HOST), "a/b: exists already"),
                Arguments.of(new DirectoryNotEmptyException(HOST), "a/b: the folder is not empty"),
                Arguments.of(
                        new FileSystemException(HOST, null, "Too many levels of symbolic links"),
                        "a/b: changed while it was being opened; try again"),
                Arguments.of(
                        new FileSystemException(HOST, null, "No space left on device"), "a/b: no space left on device"),
                Arguments.of(new FileSystemException(HOST), "a/b: could not be read or written"),
                Arguments.of(new IOException(HOST), "a/b: could not be read or written"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureIsToldInWords(IOException failure, String text) {
        assertThat(Faults.of("a/b", failure))
                .isInstanceOf(ToolException.class)
                .hasMessage(text)
                .hasCause(failure);
        assertThatThrownBy(() -> Faults.explained("a/b", (Faults.Change) () -> {
                    throw failure;
                }))
                .hasMessage(text);
        assertThatThrownBy(() -> Faults.explained("a/b", (Faults.Work<String>) () -> {
                    throw failure;
                }))
                .hasMessage(text);
    }

    @Test
    void anInterruptedThreadIsNoFailureOfTheWork() {
        ClosedByInterruptException interrupted = new ClosedByInterruptException();

        assertThat(Faults.of("a/b", interrupted))
                .isInstanceOf(CancellationException.class)
                .hasCause(interrupted);
    }

    @Test
    void aPathIsShownOnOneLineAndBounded() {
        assertThat(Shown.names(List.of())).isEqualTo(".");
        assertThat(Shown.names(List.of(Path.of("a"), Path.of("b\nc"))))
                .startsWith("a/b")
                .doesNotContain("\n");
        assertThat(Shown.text("x".repeat(300))).isEqualTo("x".repeat(300));
        assertThat(Shown.text("x".repeat(301))).isEqualTo("x".repeat(300) + "...");
        assertThat(Shown.text("x".repeat(299) + "\ud83d\ude00")).isEqualTo("x".repeat(299) + "...");
        assertThat(Shown.text("x".repeat(298) + "\ud83d\ude00y")).isEqualTo("x".repeat(298) + "\ud83d\ude00...");
    }
}
