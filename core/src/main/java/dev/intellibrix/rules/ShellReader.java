package dev.intellibrix.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Splits shell text into simple commands, in one pass. It reads what POSIX shells and bash have in common, and where they
 * differ it finds the commands of both. Text that is no valid shell text gives doubts, never an exception other than
 * {@link TooNestedException}.
 */
final class ShellReader {

    static final int MAX_DEPTH = 32;

    /** Words that stand before a command without being its program. */
    private static final Set<String> SKIPPED =
            Set.of("if", "then", "elif", "else", "fi", "while", "until", "do", "done", "!", "{", "}", "esac");

    private final ShellScript script;
    private final ShellWords words;
    private final ShellText text;
    private final List<HereDocument> pending = new ArrayList<>();

    private ShellReader(String source, int depth, ShellScript script) {
        this.script = script;
        this.text = new ShellText(source, depth);
        this.words = new ShellWords(text, this);
    }

    /**
     * Reads a text.
     *
     * @param depth how deep the text itself is nested
     */
    static ShellScript read(String source, int depth) {
        ShellScript script = new ShellScript();
        new ShellReader(source, depth, script).readList(false);
        return script;
    }

    /** The body of an unquoted here-document: only its expansions are read. */
    private static void readExpansions(String source, int depth, ShellScript script) {
        new ShellReader(source, depth, script).words.readExpansions();
    }

    void doubt(String why) {
        script.doubt(why);
    }

    /** Reads text that lies one level deeper, such as that between backquotes. */
    void readNested(String source) {
        text.enter();
        new ShellReader(source, text.depth(), script).readList(false);
        text.leave();
    }

    /** Reads commands up to the end of the text or, in a substitution, past its closing parenthesis. */
    void readList(boolean nested) {
        text.enter();
        Frame frame = new Frame(nested, nested && text.peek() == '(');
        while (text.hasMore() && !frame.closed) {
            step(frame);
        }
        finish(frame);
        if (!frame.closed && (nested || frame.open > 0)) {
            doubt("a parenthesis is not closed");
        }
        if (!nested && !pending.isEmpty()) {
            pending.clear();
            doubt("a here-document has no end");
        }
        deliver(frame);
        text.leave();
    }

    private void deliver(Frame frame) {
        boolean arithmetic = frame.mayBeArithmetic && frame.closed && frame.firstClose == text.position() - 2;
        if (frame.shifts && !arithmetic) {
            doubt("a here-document stands where an arithmetic expression may");
        }
        for (ShellCommand command : frame.commands) {
            if (arithmetic) {
                command.markArithmetic();
            }
            script.add(command);
        }
    }

    private void step(Frame frame) {
        switch (text.peek()) {
            case ' ', '\t' -> text.skip(1);
            case '\n' -> {
                finish(frame);
                text.skip(1);
                readHereDocuments();
            }
            case ';', '|' -> {
                finish(frame);
                text.skip(1);
            }
            case '&' -> ampersand(frame);
            case '(' -> open(frame);
            case ')' -> close(frame);
            case '#' -> text.skipLine();
            default -> wordOrRedirection(frame);
        }
    }

    private static void finish(Frame frame) {
        if (!frame.command.isEmpty()) {
            frame.commands.add(frame.command);
        }
        frame.command = new ShellCommand();
    }

    /** {@code &>} redirects in bash and ends the command in a POSIX shell. */
    private void ampersand(Frame frame) {
        if (text.peek(1) == '>') {
            frame.command.split();
            redirection(frame, "&");
        } else {
            finish(frame);
            text.skip(1);
        }
    }

    private static void openOne(Frame frame) {
        finish(frame);
        frame.open++;
    }

    private void open(Frame frame) {
        openOne(frame);
        text.skip(1);
    }

    private void close(Frame frame) {
        if (frame.open == 0 && frame.cases > 0) {
            closePattern(frame);
        } else if (frame.open > 0) {
            finish(frame);
            frame.open--;
            if (frame.open == 0 && frame.firstClose < 0) {
                frame.firstClose = text.position();
            }
        } else {
            finish(frame);
            frame.closed = frame.nested;
            if (!frame.nested) {
                doubt("a closing parenthesis has no opening one");
            }
        }
        text.skip(1);
    }

    /** The parenthesis after a pattern of {@code case}; a single word before it is that pattern and no command. */
    private static void closePattern(Frame frame) {
        if (frame.command.words().size() > 1) {
            finish(frame);
        } else {
            frame.command = new ShellCommand();
        }
    }

    private void wordOrRedirection(Frame frame) {
        if (text.atContinuation()) {
            text.skip(2);
            return;
        }
        int digits = text.descriptorLength();
        char c = text.peek(digits);
        if ((c == '<' || c == '>') && text.peek(digits + 1) != '(') {
            redirection(frame, text.take(digits));
        } else {
            word(frame);
        }
    }

    private void word(Frame frame) {
        ShellWord word = words.read();
        ShellCommand command = frame.command;
        boolean first = command.atStart();
        if (word.plain() && first && isSkipped(frame, word.text())) {
            return;
        }
        if (word.plain() && (word.text().equals("{") || (word.text().equals("do") && command.isLoop()))) {
            command.split();
            return;
        }
        command.add(word);
        if (word.plain() && command.opensCommand(first)) {
            command.split();
        }
    }

    private static boolean isSkipped(Frame frame, String word) {
        if (word.equals("case")) {
            frame.cases++;
        } else if (word.equals("esac") && frame.cases > 0) {
            frame.cases--;
        }
        return SKIPPED.contains(word);
    }

    private void redirection(Frame frame, String before) {
        String operator = text.takeRedirection(before);
        while (text.hasMore() && (text.peek() == ' ' || text.peek() == '\t' || text.atContinuation())) {
            text.skip(text.atContinuation() ? 2 : 1);
        }
        int start = text.position();
        ShellWord target = words.read();
        if (text.position() == start) {
            doubt("a redirection has no target");
        }
        if (operator.endsWith("<<<")) {
            frame.command.addInput(target.text());
        } else if (operator.endsWith("<<") || operator.endsWith("<<-")) {
            hereDocument(frame, target, operator.endsWith("-"));
        }
        frame.command.add(new ShellCommand.Redirection(operator, target));
    }

    private void hereDocument(Frame frame, ShellWord delimiter, boolean tabs) {
        if (frame.mayBeArithmetic) {
            frame.shifts = true;
        } else {
            pending.add(new HereDocument(frame.command, delimiter, tabs));
        }
    }

    /** At the start of a line: the bodies of the here-documents that the line before announced. */
    private void readHereDocuments() {
        List<HereDocument> announced = List.copyOf(pending);
        pending.clear();
        for (HereDocument document : announced) {
            String body = text.takeLinesUpTo(document.delimiter.text(), document.tabs);
            if (body == null) {
                doubt("a here-document has no end");
                return;
            }
            document.command.addInput(body);
            if (document.delimiter.plain()) {
                text.enter();
                readExpansions(body, text.depth(), script);
                text.leave();
            }
        }
    }

    /** A here-document whose body is still to come. */
    private record HereDocument(ShellCommand command, ShellWord delimiter, boolean tabs) {}

    /** A list of commands that is being read. */
    private static final class Frame {
        private final boolean nested;
        private final boolean mayBeArithmetic;
        private final List<ShellCommand> commands = new ArrayList<>();
        private ShellCommand command = new ShellCommand();
        private int open;
        private int cases;
        private int firstClose = -1;
        private boolean shifts;
        private boolean closed;

        Frame(boolean nested, boolean mayBeArithmetic) {
            this.nested = nested;
            this.mayBeArithmetic = mayBeArithmetic;
        }
    }
}
