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

    /** What follows may be a command of its own, which shells do not agree about; it is read both ways. */
    void split() {
        splits.add(words.size());
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

    /** The words as one command, and, where shells disagree, also each part as a command. */
    List<List<ShellWord>> readings() {
        if (splits.isEmpty()) {
            return List.of(words);
        }
        List<List<ShellWord>> readings = new ArrayList<>();
        readings.add(words);
        int from = 0;
        for (int split : splits) {
            readings.add(words.subList(from, split));
            from = split;
        }
        readings.add(words.subList(from, words.size()));
        return readings;
    }
}
