package dev.intellibrix.rules;

import java.util.ArrayList;
import java.util.List;

/** One simple command of a shell text: leading assignments, the program, its arguments and redirections. */
final class ShellCommand {

    /**
     * A redirection.
     *
     * @param operator the operator with the number before it, such as {@code 2>>}
     * @param target what follows it
     */
    record Redirection(String operator, ShellWord target) {}

    private final List<ShellWord> words = new ArrayList<>();
    private final List<Redirection> redirections = new ArrayList<>();
    private final List<String> inputs = new ArrayList<>();
    private final List<Integer> splits = new ArrayList<>();
    private boolean arithmetic;

    void add(ShellWord word) {
        words.add(word);
    }

    void add(Redirection redirection) {
        redirections.add(redirection);
    }

    /** Text that the command reads: a here-document or a here-string. */
    void addInput(String text) {
        inputs.add(text);
    }

    /** What follows may be a command of its own, too: shells do not agree, or a keyword stands before it. */
    void split() {
        splits.add(words.size());
    }

    /** Whether the next word is the first of a command. */
    boolean atStart() {
        return words.isEmpty() || (!splits.isEmpty() && splits.get(splits.size() - 1) == words.size());
    }

    /** Whether the words are the head of a loop over words, which {@code do} ends also on the same line. */
    boolean isLoop() {
        return words.size() > 1 && (startsWith("for") || startsWith("select"));
    }

    /**
     * Whether a command may start after the last word: after {@code time}, also with its option, and after {@code coproc},
     * also with a name.
     */
    boolean opensCommand(boolean atStart) {
        String last = words.get(words.size() - 1).text();
        return (atStart && (last.equals("time") || last.equals("coproc") || last.equals("-p")))
                || (words.size() == 2 && startsWith("coproc"));
    }

    private boolean startsWith(String keyword) {
        return words.get(0).plain() && words.get(0).text().equals(keyword);
    }

    /** The command is more likely an arithmetic expression, so its first word need not be a program. */
    void markArithmetic() {
        arithmetic = true;
    }

    boolean isArithmetic() {
        return arithmetic;
    }

    boolean isEmpty() {
        return words.isEmpty() && redirections.isEmpty();
    }

    List<ShellWord> words() {
        return words;
    }

    List<Redirection> redirections() {
        return redirections;
    }

    List<String> inputs() {
        return inputs;
    }

    /** The words as one command and, where another may start among them, also what follows as a command. */
    List<List<ShellWord>> readings() {
        List<List<ShellWord>> readings = new ArrayList<>();
        readings.add(words);
        splits.forEach(split -> readings.add(words.subList(split, words.size())));
        return readings;
    }
}
