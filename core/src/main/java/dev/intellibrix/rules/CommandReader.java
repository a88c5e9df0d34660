package dev.intellibrix.rules;

import dev.intellibrix.tool.Command;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the texts that one command is matched as. Used once. */
final class CommandReader {

    /** The most characters in all texts together; a command of the greatest length that needs more is nested on purpose. */
    private static final int MAX_TEXT = 200_000;

    private static final int MANY_COMMANDS = 200;
    private static final int MAX_DOUBTS = 10;

    private final Set<String> texts = new LinkedHashSet<>();
    private final Set<String> scripts = new HashSet<>();
    private final Set<String> doubts = new LinkedHashSet<>();
    private int size;
    private int commands;

    List<String> texts() {
        return List.copyOf(texts);
    }

    List<String> doubts() {
        return List.copyOf(doubts);
    }

    void read(Command command) {
        if (command.argv().isEmpty()) {
            script(command.text(), 0);
        } else {
            add(command.text());
            List<ShellWord> words =
                    command.argv().stream().map(ShellWord::literal).toList();
            invocation(new Invocation(words, new ShellCommand(), 0, new HashSet<>()));
        }
    }

    private void doubt(String why) {
        if (doubts.size() < MAX_DOUBTS) {
            doubts.add(why);
        }
    }

    /** Texts that are there already count as well, so that the work is bounded with the size. */
    private void add(String text) {
        size += text.length() + 1;
        if (texts.add(text)) {
            String folded = TextFolding.fold(text);
            if (!folded.equals(text)) {
                size += folded.length() + 1;
                texts.add(folded);
            }
        }
        if (size > MAX_TEXT) {
            throw new TooNestedException();
        }
    }

    /** Text that a shell reads: as it is, and each of its commands. */
    private void script(String text, int depth) {
        if (text.isBlank() || !scripts.add(text)) {
            return;
        }
        checkDepth(depth);
        add(text);
        ShellScript script = ShellReader.read(text, depth);
        script.doubts().forEach(this::doubt);
        commands += script.commands().size();
        if (commands > MANY_COMMANDS) {
            doubt("more than " + MANY_COMMANDS + " commands in one");
        }
        boolean fed = false;
        for (ShellCommand command : script.commands()) {
            fed |= command(command, depth);
        }
        if (fed) {
            script.commands().forEach(command -> output(command, depth + 1));
        }
    }

    private static void checkDepth(int depth) {
        if (depth > ShellReader.MAX_DEPTH) {
            throw new TooNestedException();
        }
    }

    /** Whether the command is a shell that runs what another command gives it. */
    private boolean command(ShellCommand command, int depth) {
        boolean fed = false;
        for (List<ShellWord> reading : command.readings()) {
            fed |= words(reading, command, depth);
            List<ShellWord> expanded = BraceExpansion.of(reading);
            if (!expanded.equals(reading)) {
                fed |= words(expanded, command, depth);
            }
        }
        return fed;
    }

    private boolean words(List<ShellWord> words, ShellCommand command, int depth) {
        Invocation invocation = new Invocation(words, command, depth, new HashSet<>());
        invocation(invocation);
        return invocation.fed;
    }

    /** In a text with a shell that runs its input: what a command may give to it. */
    private void output(ShellCommand command, int depth) {
        command.inputs().forEach(input -> script(input, depth));
        List<String> words = command.words().stream().map(ShellWord::text).toList();
        if (words.size() > 1 && (words.get(0).equals("echo") || words.get(0).equals("printf"))) {
            script(String.join(" ", words.subList(1, words.size())), depth);
        }
    }

    private void invocation(Invocation invocation) {
        checkDepth(invocation.depth);
        List<ShellWord> words = withoutAssignments(invocation.words);
        if (!invocation.seen.add(words.size())) {
            return;
        }
        if (words.isEmpty()) {
            addTexts(invocation.words, invocation.origin);
            return;
        }
        checkProgram(words.get(0), invocation.origin);
        addTexts(words, invocation.origin);
        List<String> plain = words.stream().map(ShellWord::text).toList();
        Wrappers.open(Programs.canonicalName(plain.get(0)), plain, new Opened(invocation, words));
    }

    private List<ShellWord> withoutAssignments(List<ShellWord> words) {
        int first = 0;
        while (first < words.size() && words.get(first).isAssignment()) {
            String text = words.get(first).text();
            String name = text.substring(0, ShellWord.assignedNameLength(text));
            if (Programs.isInfluential(name)) {
                doubt("it sets " + name + ", which decides what else runs");
            }
            first++;
        }
        return words.subList(first, words.size());
    }

    private void checkProgram(ShellWord program, ShellCommand origin) {
        String name = program.text();
        if (program.dynamic() && !origin.isArithmetic()) {
            doubt("a variable or a substitution names the program");
        } else if (program.pattern() && !origin.isArithmetic() && !name.equals("[") && !name.equals("[[")) {
            doubt("the program's name holds a wildcard or a brace");
        }
        if (name.length() > 1 && name.startsWith("=")) {
            doubt("some shells look up what follows the equals sign");
        }
        if (name.equals("{}")) {
            doubt("the program's name comes from the input");
        }
        if (!TextFolding.isAscii(Programs.baseName(name))) {
            doubt("the program's name holds a character that is not ASCII");
        }
    }

    /** A command as text: by the program's base name, as written, with expansions dropped, and with its redirections. */
    private void addTexts(List<ShellWord> words, ShellCommand origin) {
        if (words.isEmpty() && origin.redirections().isEmpty()) {
            return;
        }
        String program = words.isEmpty() ? "" : words.get(0).text();
        String rest = join(words);
        String name = Programs.baseName(program);
        String base = name + rest;
        add(base);
        if (!name.equals(program)) {
            add(program + rest);
        }
        if (!Programs.canonicalName(program).equals(name)) {
            add(Programs.canonicalName(program) + rest);
        }
        if (words.stream().anyMatch(ShellWord::dynamic)) {
            addEmptied(words);
        }
        if (!origin.redirections().isEmpty()) {
            addRedirected(base, origin.redirections());
        }
    }

    private static String join(List<ShellWord> words) {
        StringBuilder joined = new StringBuilder();
        words.stream().skip(1).forEach(word -> joined.append(' ').append(word.text()));
        return joined.toString();
    }

    private void addEmptied(List<ShellWord> words) {
        StringBuilder joined = new StringBuilder();
        words.forEach(word -> joined.append(' ').append(word.emptied()));
        String text = TextFolding.fold(joined.toString());
        int blank = text.indexOf(' ');
        String program = blank < 0 ? text : text.substring(0, blank);
        add(Programs.baseName(program) + text.substring(program.length()));
    }

    /** Once as people write it, and once with the operators before the program, where no argument can look like one. */
    private void addRedirected(String base, List<ShellCommand.Redirection> redirections) {
        StringBuilder after = new StringBuilder(base);
        StringBuilder before = new StringBuilder();
        for (ShellCommand.Redirection redirection : redirections) {
            after.append(' ')
                    .append(redirection.operator())
                    .append(' ')
                    .append(redirection.target().text());
            before.append(redirection.operator()).append(' ');
        }
        add(after.toString());
        add(before + base);
    }

    /** Words that run as a command, and where they come from. */
    private static final class Invocation {
        private final List<ShellWord> words;
        private final ShellCommand origin;
        private final int depth;

        /** The commands at the end of these words that are known already, by their number of words. */
        private final Set<Integer> seen;

        /** Whether a shell among them runs what it reads. */
        private boolean fed;

        Invocation(List<ShellWord> words, ShellCommand origin, int depth, Set<Integer> seen) {
            this.words = words;
            this.origin = origin;
            this.depth = depth;
            this.seen = seen;
        }
    }

    /** What a wrapper runs. */
    private final class Opened implements Wrappers.Inside {
        private final Invocation outer;
        private final List<ShellWord> words;

        Opened(Invocation outer, List<ShellWord> words) {
            this.outer = outer;
            this.words = words;
        }

        @Override
        public void invocation(int from, int to) {
            if (from < to) {
                boolean tail = to == words.size();
                Invocation inner = new Invocation(
                        new ArrayList<>(words.subList(from, to)),
                        outer.origin,
                        outer.depth + 1,
                        tail ? outer.seen : new HashSet<>());
                CommandReader.this.invocation(inner);
                outer.fed |= inner.fed;
            }
        }

        @Override
        public void script(String text) {
            if (words.stream().anyMatch(ShellWord::dynamic)) {
                CommandReader.this.doubt("a variable or a substitution is part of what a shell runs");
            }
            CommandReader.this.script(text, outer.depth + 1);
        }

        @Override
        public void shellInput() {
            List<String> inputs = outer.origin.inputs();
            if (inputs.isEmpty()) {
                outer.fed = true;
                doubt("a shell runs what it reads from its input");
            } else {
                inputs.forEach(this::script);
            }
        }

        @Override
        public void doubt(String why) {
            CommandReader.this.doubt(why);
        }
    }
}
