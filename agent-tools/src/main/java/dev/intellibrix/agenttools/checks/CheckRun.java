package dev.intellibrix.agenttools.checks;

import java.util.List;
import java.util.Optional;

/** One run of a check, as its parser sees it: takes what the parser finds, and shows the workspace. */
public interface CheckRun {

    /**
     * Takes a failure. Repeated ones are dropped, long messages are cut, and of very many only their number is kept; paths
     * below the workspace become relative to it.
     */
    void failed(CheckFailure failure);

    /** How many failures it has taken. */
    int count();

    /** Takes a remark that the model has to read, such as that something could not be read. At most a few are shown. */
    void remark(String text);

    /** Whether a path, as it was printed, is that of a file in the workspace. */
    boolean isFile(String path);

    /**
     * The content of a file in the workspace.
     *
     * @return empty when there is no such file, or it is larger
     */
    Optional<byte[]> read(String path, int maxBytes);

    /**
     * The JUnit XML files that this run has written, relative to the workspace, sorted; those that were there before and
     * did not change are not among them. Only to be called when the output has ended, and by a parser that
     * {@linkplain CheckParser#wantsReports wants them}; there are none for another. At most 2,000.
     */
    List<String> reports();
}
