package dev.intellibrix.rules;

/** Reads the words of a shell text: quotes, escapes, expansions and the commands within them. */
final class ShellWords {

    private static final String SPECIAL_PARAMETERS = "@*#?-$!0123456789";

    private final ShellText text;
    private final ShellReader reader;

    ShellWords(ShellText text, ShellReader reader) {
        this.text = text;
        this.reader = reader;
    }

    /** Reads a word; nothing is read when none starts here. */
    ShellWord read() {
        ShellWord.Builder word = new ShellWord.Builder();
        while (text.hasMore() && !atEnd(word)) {
            piece(word);
        }
        return word.build();
    }

    /** Reads a text in which only expansions count. */
    void readExpansions() {
        ShellWord.Builder ignored = new ShellWord.Builder();
        while (text.hasMore()) {
            switch (text.peek()) {
                case '\\' -> text.skip(2);
                case '$' -> dollar(ignored, true);
                case '`' -> backquotes(ignored);
                default -> text.skip(1);
            }
        }
    }

    private boolean atEnd(ShellWord.Builder word) {
        return switch (text.peek()) {
            case ' ', '\t', '\n', ';', '|', '&', ')' -> true;
            case '<', '>' -> text.peek(1) != '(';
            case '(' -> !word.opensArray();
            default -> false;
        };
    }

    private void piece(ShellWord.Builder word) {
        switch (text.peek()) {
            case '\'' -> singleQuotes(word);
            case '"' -> doubleQuotes(word);
            case '\\' -> escape(word);
            case '$' -> dollar(word, false);
            case '`' -> backquotes(word);
            case '<', '>' -> substitution(word);
            case '(' -> array(word);
            default -> {
                word.plain(text.peek());
                text.skip(1);
            }
        }
    }

    private void singleQuotes(ShellWord.Builder word) {
        text.skip(1);
        int start = text.position();
        String quoted = text.takeUpTo('\'');
        if (quoted == null) {
            reader.doubt("a quote is not closed");
        }
        word.quoted(quoted == null ? text.from(start) : quoted);
    }

    private void escape(ShellWord.Builder word) {
        if (text.atContinuation()) {
            text.skip(2);
            return;
        }
        text.skip(1);
        if (text.hasMore()) {
            word.quoted(text.peek());
            text.skip(1);
        } else {
            reader.doubt("the text ends in a backslash");
        }
    }

    private void doubleQuotes(ShellWord.Builder word) {
        text.skip(1);
        word.quoted("");
        while (text.hasMore()) {
            switch (text.peek()) {
                case '"' -> {
                    text.skip(1);
                    return;
                }
                case '\\' -> escapeInQuotes(word);
                case '$' -> dollar(word, true);
                case '`' -> backquotes(word);
                default -> {
                    word.quoted(text.peek());
                    text.skip(1);
                }
            }
        }
        reader.doubt("a quote is not closed");
    }

    private void escapeInQuotes(ShellWord.Builder word) {
        char next = text.peek(1);
        if (next == '\n') {
            text.skip(2);
        } else if (next == '"' || next == '\\' || next == '$' || next == '`') {
            word.quoted(next);
            text.skip(2);
        } else {
            word.quoted('\\');
            text.skip(1);
        }
    }

    private void dollar(ShellWord.Builder word, boolean inQuotes) {
        char next = text.peek(1);
        if (next == '(') {
            text.skip(1);
            substitution(word);
        } else if (next == '{') {
            parameter(word, inQuotes);
        } else if (next == '\'' && !inQuotes) {
            text.skip(2);
            AnsiQuotes.read(text, word, reader);
        } else if (next == '"' && !inQuotes) {
            text.skip(1);
        } else {
            name(word);
        }
    }

    private void name(ShellWord.Builder word) {
        int length = 1;
        if (SPECIAL_PARAMETERS.indexOf(text.peek(1)) >= 0 && text.hasMore()) {
            length = 2;
        } else {
            while (ShellWord.isNamePart(text.peek(length), length == 1)) {
                length++;
            }
        }
        String source = text.take(length);
        if (length == 1 && text.peek() == '[') {
            reader.doubt("an arithmetic expression in brackets");
            word.expansion(source);
        } else if (length > 1) {
            word.expansion(source);
        } else {
            word.quoted(source);
        }
    }

    /** A command substitution or a process substitution; the position is before its sign or its parenthesis. */
    private void substitution(ShellWord.Builder word) {
        boolean process = text.peek() != '(';
        int start = text.position();
        text.skip(process ? 2 : 1);
        reader.readList(true);
        word.expansion((process ? "" : "$") + text.from(start));
    }

    private void backquotes(ShellWord.Builder word) {
        int start = text.position();
        text.skip(1);
        StringBuilder inner = new StringBuilder();
        while (text.hasMore() && text.peek() != '`') {
            char next = text.peek(1);
            if (text.peek() == '\\' && (next == '`' || next == '\\' || next == '$')) {
                text.skip(1);
            }
            inner.append(text.peek());
            text.skip(1);
        }
        if (!text.hasMore()) {
            reader.doubt("a backquote is not closed");
        }
        text.skip(1);
        reader.readNested(inner.toString());
        word.expansion(text.from(start));
    }

    /** <code>${...}</code>, in which words and further expansions may stand. */
    private void parameter(ShellWord.Builder word, boolean inQuotes) {
        text.enter();
        int start = text.position();
        text.skip(2);
        ShellWord.Builder ignored = new ShellWord.Builder();
        while (text.hasMore() && text.peek() != '}') {
            parameterPiece(ignored, inQuotes);
        }
        if (!text.hasMore()) {
            reader.doubt("a brace is not closed");
        }
        text.skip(1);
        word.expansion(text.from(start));
        text.leave();
    }

    private void parameterPiece(ShellWord.Builder ignored, boolean inQuotes) {
        switch (text.peek()) {
            case '\'' -> {
                if (inQuotes) {
                    reader.doubt("quotes stand within a quoted expansion");
                }
                singleQuotes(ignored);
            }
            case '"' -> doubleQuotes(ignored);
            case '\\' -> text.skip(2);
            case '$' -> dollar(ignored, inQuotes);
            case '`' -> backquotes(ignored);
            default -> text.skip(1);
        }
    }

    /** The values in {@code name=(value ...)}, which are no commands, though substitutions in them are. */
    private void array(ShellWord.Builder word) {
        text.enter();
        int start = text.position();
        text.skip(1);
        while (text.hasMore() && text.peek() != ')') {
            int before = text.position();
            read();
            if (text.position() == before) {
                arraySeparator();
            }
        }
        if (!text.hasMore()) {
            reader.doubt("a parenthesis is not closed");
        }
        text.skip(1);
        word.expansion(text.from(start));
        text.leave();
    }

    private void arraySeparator() {
        char c = text.peek();
        if (c != ' ' && c != '\t' && c != '\n') {
            reader.doubt("a list of values holds an operator");
        }
        text.skip(1);
    }
}
