package dev.intellibrix.agenttools.calculator;

/** What the operators do. */
final class Operations {

    static final Step.Operation NEGATE = (arithmetic, operands) -> arithmetic.negate(operands.get(0));
    static final Step.Operation PERCENT = (arithmetic, operands) -> arithmetic.percent(operands.get(0));
    static final Step.Operation FACTORIAL =
            (arithmetic, operands) -> WholeNumbers.factorial(arithmetic, operands.get(0));

    private Operations() {}

    /** The operation of an operator between two values. */
    static Step.Operation of(String operator) {
        Functions.Binary binary = switch (operator) {
            case "+" -> Arithmetic::add;
            case "-" -> Arithmetic::subtract;
            case "*" -> Arithmetic::multiply;
            case "/" -> Arithmetic::divide;
            case "//" -> Arithmetic::floorDivide;
            case "%" -> Arithmetic::modulo;
            case "^" -> Powers::power;
            default -> throw new IllegalArgumentException("no operator: " + operator);
        };
        return (arithmetic, operands) -> binary.apply(arithmetic, operands.get(0), operands.get(1));
    }
}
