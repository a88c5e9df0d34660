package dev.intellibrix.agenttools.calculator;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads an expression. From the weakest to the strongest: one comparison; + and -; *, /, // and % between two values; signs; powers,
 * from right to left; ! and % after a value.
 */
final class Parser {

    private final Source source;
    private final int maxDepth;
    private final List<Token> tokens;
    private final List<Step> steps = new ArrayList<>();
    private int next;
    private int depth;

    private Parser(Source source, Bounds bounds, Work work) {
        this.source = source;
        this.maxDepth = bounds.depth();
        this.tokens = Lexer.tokens(source, bounds.digits(), work);
    }

    /** The program of an expression; a {@link ToolException} with the column when it is none. */
    static Program parse(Source source, Bounds bounds, Work work) {
        return new Parser(source, bounds, work).program();
    }

    private Program program() {
        sum();
        @Nullable Comparison comparison = Comparison.of(peek());
        if (comparison != null) {
            next++;
            sum();
            if (Comparison.of(peek()) != null) {
                throw source.fault(peek().at(), "only two values can be compared");
            }
        }
        if (peek().kind() != Token.Kind.END) {
            throw unexpected(peek());
        }
        return new Program(source, List.copyOf(steps), comparison);
    }

    private Token peek() {
        return tokens.get(next);
    }

    private boolean take(String operator) {
        if (peek().is(operator)) {
            next++;
            return true;
        }
        return false;
    }

    private void apply(Step.Operation operation, int operands, int at) {
        steps.add(new Step.Apply(operation, operands, at));
    }

    private void sum() {
        product();
        while (peek().is("+") || peek().is("-")) {
            Token operator = tokens.get(next++);
            product();
            apply(Operations.of(operator.text()), 2, operator.at());
        }
    }

    private void product() {
        signed();
        while (peek().is("*") || peek().is("/") || peek().is("//") || peek().is("%")) {
            Token operator = tokens.get(next++);
            signed();
            apply(Operations.of(operator.text()), 2, operator.at());
        }
    }

    private void signed() {
        Token sign = peek();
        if (sign.is("-") || sign.is("+")) {
            next++;
            nested(sign, this::signed);
            if (sign.is("-")) {
                apply(Operations.NEGATE, 1, sign.at());
            }
        } else {
            power();
        }
    }

    private void power() {
        postfix();
        Token operator = peek();
        if (operator.is("^")) {
            next++;
            nested(operator, this::signed);
            apply(Operations.of("^"), 2, operator.at());
        }
    }

    private void postfix() {
        primary();
        while (true) {
            Token operator = peek();
            if (operator.is("!")) {
                next++;
                if (peek().is("!")) {
                    throw source.fault(peek().at(), "!! has two meanings; write (n!)! for a factorial of a factorial");
                }
                apply(Operations.FACTORIAL, 1, operator.at());
            } else if (operator.is("%") && isPercent()) {
                next++;
                apply(Operations.PERCENT, 1, operator.at());
            } else {
                return;
            }
        }
    }

    /** Whether the % that is next belongs to the value before it alone. */
    private boolean isPercent() {
        Token behind = tokens.get(next + 1);
        if (behind.is("-")) {
            throw source.fault(
                    peek().at(), "% before a minus can mean percent or a remainder; write (50%) - 3, or mod(7, -3)");
        }
        return !behind.beginsValue();
    }

    private void primary() {
        Token token = tokens.get(next++);
        Rational number = token.number();
        if (number != null) {
            steps.add(new Step.Push(number));
        } else if (token.kind() == Token.Kind.NAME) {
            named(token);
        } else if (token.is("(")) {
            nested(token, this::sum);
            close(token);
        } else {
            throw unexpected(token);
        }
    }

    private void named(Token name) {
        if (!take("(")) {
            Step.Operation constant = Functions.constant(name.text());
            if (constant == null) {
                throw source.fault(name.at(), Functions.unknown(name.text()));
            }
            apply(constant, 0, name.at());
            return;
        }
        Functions.Function function = Functions.function(name.text());
        if (function == null) {
            throw source.fault(name.at(), Functions.unknown(name.text()));
        }
        int[] count = {0};
        nested(name, () -> count[0] = arguments());
        close(name);
        if (count[0] < function.min() || count[0] > function.max()) {
            throw source.fault(name.at(), name.text() + function.wants() + ", but there are " + count[0]);
        }
        apply(function.operation(), count[0], name.at());
    }

    private int arguments() {
        if (peek().is(")")) {
            return 0;
        }
        int count = 0;
        do {
            sum();
            count++;
        } while (take(","));
        return count;
    }

    private void close(Token opened) {
        if (!take(")")) {
            throw peek().kind() == Token.Kind.END
                    ? source.fault(opened.at(), "the parenthesis that opens here is not closed")
                    : unexpected(peek());
        }
    }

    private void nested(Token at, Runnable part) {
        if (++depth > maxDepth) {
            throw source.fault(
                    at.at(), "nested too deep: at most " + maxDepth + " levels of parentheses, signs and powers");
        }
        part.run();
        depth--;
    }

    private ToolException unexpected(Token token) {
        if (token.kind() == Token.Kind.END) {
            return source.fault(token.at(), "the expression ends where a value should follow");
        }
        if (token.beginsValue()) {
            return source.fault(token.at(), "an operator is missing before this; products need a *");
        }
        if (token.is(")")) {
            return source.fault(token.at(), "a value should stand here, or there is no ( for this )");
        }
        if (Comparison.of(token) != null) {
            return source.fault(token.at(), "a comparison can not be part of a value");
        }
        return source.fault(token.at(), "a value should stand here, not " + Excerpt.line(token.text()));
    }
}
