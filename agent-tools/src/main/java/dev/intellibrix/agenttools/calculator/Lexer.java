package dev.intellibrix.agenttools.calculator;

import dev.intellibrix.agenttools.text.Excerpt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Cuts an expression into pieces. */
final class Lexer {

    /** The longest come first, so that the first one that fits is the right one. */
    private static final List<String> OPERATORS =
            List.of("**", "//", "<=", ">=", "==", "!=", "+", "-", "*", "/", "%", "^", "!", "(", ")", ",", "<", ">");

    /** Other spellings of operators, common in text that was written for people. */
    private static final Map<Character, String> SPELLINGS = Map.of(
            '\u00d7', "*", '\u00b7', "*", '\u22c5', "*", '\u00f7', "/", '\u2212', "-", '\u2264', "<=", '\u2265', ">=");

    /** Characters that look like an operator and are none, and what to write for it. */
    private static final Map<String, String> LOOKALIKES = Map.of(
            "\u2010\u2011\u2012\u2013\u2014\u2015\ufe58\ufe63\uff0d\u00ad",
            "write - for minus",
            "\u2715\u2716\u2a2f\u2217\u2219\u2022\uff0a\u2731",
            "write * for a product",
            "\u2044\u2215\uff0f\u2236",
            "write / for a quotient",
            "\uff0b\ufe62\u2795",
            "write + for a sum",
            "\u00b2\u00b3\u00b9",
            "write ^2 and ^3 for powers",
            "\u221a",
            "write sqrt(x) for a root");

    private final Source source;
    private final String text;
    private final NumberReader numbers;
    private final Work work;
    private final List<Token> tokens = new ArrayList<>();

    /** For each parenthesis that is open, whether it is a call's, in which a comma separates arguments. */
    private final Deque<Boolean> calls = new ArrayDeque<>();

    private int at;

    private Lexer(Source source, int maxDigits, Work work) {
        this.source = source;
        this.work = work;
        this.text = source.text();
        this.numbers = new NumberReader(source, maxDigits);
    }

    /** The pieces; the last one is the end. */
    static List<Token> tokens(Source source, int maxDigits, Work work) {
        return new Lexer(source, maxDigits, work).all();
    }

    private List<Token> all() {
        while (at < text.length()) {
            work.step(); // A short number such as 1e9999 is a long one.
            char c = text.charAt(at);
            if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                at++;
            } else if (NumberReader.isDigit(c) || c == '.') {
                number();
            } else if (isNamePart(c) || c == '\u03c0') {
                name();
            } else {
                operator(c);
            }
        }
        tokens.add(new Token(Token.Kind.END, "", at, null));
        return tokens;
    }

    private void number() {
        boolean inCall = !calls.isEmpty() && calls.peek();
        Rational value = numbers.read(at, inCall);
        tokens.add(new Token(Token.Kind.NUMBER, "", at, value));
        at = numbers.end();
    }

    private void name() {
        int start = at++;
        while (text.charAt(start) != '\u03c0'
                && at < text.length()
                && (isNamePart(text.charAt(at)) || NumberReader.isDigit(text.charAt(at)))) {
            at++;
        }
        String name = text.substring(start, at).toLowerCase(Locale.ROOT);
        tokens.add(new Token(Token.Kind.NAME, name.equals("\u03c0") ? "pi" : name, start, null));
    }

    private void operator(char c) {
        String operator = SPELLINGS.get(c);
        int length = 1;
        if (operator == null) {
            // "5!==120" is a factorial and a comparison.
            operator = text.startsWith("!==", at) ? "!" : longest();
            length = operator.length();
        }
        if (operator.equals("(")) {
            calls.push(!tokens.isEmpty() && tokens.get(tokens.size() - 1).kind() == Token.Kind.NAME);
        } else if (operator.equals(")")) {
            calls.poll();
        }
        tokens.add(new Token(Token.Kind.OPERATOR, operator.equals("**") ? "^" : operator, at, null));
        at += length;
    }

    private String longest() {
        for (String operator : OPERATORS) {
            if (text.startsWith(operator, at)) {
                return operator;
            }
        }
        String character = text.substring(at, text.offsetByCodePoints(at, 1));
        if (character.equals("=")) {
            throw source.fault(at, "a single = has no meaning here; write == to compare two values");
        }
        if (Character.isDigit(character.codePointAt(0))) {
            throw source.fault(at, Excerpt.line(character) + " is no digit here; write numbers with 0 to 9");
        }
        String hint = LOOKALIKES.entrySet().stream()
                .filter(each -> each.getKey().contains(character))
                .map(each -> "; " + each.getValue())
                .findFirst()
                .orElse("");
        throw source.fault(at, Excerpt.line(character) + " has no meaning in an expression" + hint);
    }

    private static boolean isNamePart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
}
