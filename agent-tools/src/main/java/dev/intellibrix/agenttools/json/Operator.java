package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.agenttools.json.value.Order;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operator between two values. */
enum Operator {
    PLUS {
        @Override
        JsonValue apply(Run run, JsonValue a, JsonValue b) {
            return Arithmetic.plus(run, a, b);
        }
    },
    MINUS {
        @Override
        JsonValue apply(Run run, JsonValue a, JsonValue b) {
            if (a instanceof JsonNumber x && b instanceof JsonNumber y) {
                return JsonNumber.of(x.value() - y.value());
            }
            if (a instanceof JsonArray all && b instanceof JsonArray dropped) {
                return Arithmetic.without(run, all, dropped);
            }
            throw Arithmetic.cannot(a, b, "subtracted");
        }
    },
    TIMES {
        @Override
        JsonValue apply(Run run, JsonValue a, JsonValue b) {
            return Arithmetic.times(run, a, b);
        }
    },
    DIVIDE {
        @Override
        JsonValue apply(Run run, JsonValue a, JsonValue b) {
            if (a instanceof JsonNumber x && b instanceof JsonNumber y) {
                if (y.value() == 0) {
                    throw Arithmetic.cannot(a, b, "divided because the divisor is zero");
                }
                return JsonNumber.of(x.value() / y.value());
            }
            if (a instanceof JsonText text && b instanceof JsonText separator) {
                return Texts.split(run, text.text(), separator.text());
            }
            throw Arithmetic.cannot(a, b, "divided");
        }
    },
    MODULO {
        @Override
        JsonValue apply(Run run, JsonValue a, JsonValue b) {
            return Arithmetic.modulo(a, b);
        }
    },
    EQUAL {
        @Override
        JsonValue apply(Run run, JsonValue a, JsonValue b) {
            return JsonConstant.of(Arithmetic.equal(run, a, b));
        }
    },
    NOT_EQUAL {
        @Override
        JsonValue apply(Run run, JsonValue a, JsonValue b) {
            return JsonConstant.of(!Arithmetic.equal(run, a, b));
        }
    },
    LESS {
        @Override
        JsonValue apply(Run run, JsonValue a, JsonValue b) {
            return JsonConstant.of(Arithmetic.compare(run, a, b) < 0);
        }
    },
    LESS_OR_EQUAL {
        @Override
        JsonValue apply(Run run, JsonValue a, JsonValue b) {
            return JsonConstant.of(Arithmetic.compare(run, a, b) <= 0);
        }
    },
    GREATER {
        @Override
        JsonValue apply(Run run, JsonValue a, JsonValue b) {
            return JsonConstant.of(Arithmetic.compare(run, a, b) > 0);
        }
    },
    GREATER_OR_EQUAL {
        @Override
        JsonValue apply(Run run, JsonValue a, JsonValue b) {
            return JsonConstant.of(Arithmetic.compare(run, a, b) >= 0);
        }
    };

    abstract JsonValue apply(Run run, JsonValue a, JsonValue b);

    /** This operator between the results of two filters; those of the right one are the outer loop. */
    Filter of(Filter left, Filter right) {
        return new Binary(this, left, right);
    }

    private static final class Binary extends Filter {

        private final Operator operator;
        private final Filter left;
        private final Filter right;

        Binary(Operator operator, Filter left, Filter right) {
            super(left.isSingle() && right.isSingle());
            this.operator = operator;
            this.left = left;
            this.right = right;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            JsonValue b = right.value(run, in);
            return operator.apply(run, left.value(run, in), b);
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return right.run(
                    run,
                    in,
                    null,
                    (b, none) -> left.run(run, in, null, (a, nothing) -> {
                        run.step();
                        return out.acceptMade(operator.apply(run, a, b), at);
                    }));
        }

        @Override
        boolean isConstant() {
            return left.isConstant() && right.isConstant();
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            if (left.isConstant()) {
                return Streamed.of(right.streamed(above), elements -> new Binary(operator, left, elements));
            }
            return right.isConstant() && right.isSingle()
                    ? Streamed.of(left.streamed(above), elements -> new Binary(operator, elements, right))
                    : null;
        }
    }

    /** What the operators do beyond a line. */
    static final class Arithmetic {

        private static final double LONG = 0x1p63;

        private Arithmetic() {}

        static QueryError cannot(JsonValue a, JsonValue b, String what) {
            return new QueryError(QueryError.named(a) + " and " + QueryError.named(b) + " cannot be " + what);
        }

        static boolean equal(Run run, JsonValue a, JsonValue b) {
            run.compare(a, b);
            return Order.equal(a, b);
        }

        static int compare(Run run, JsonValue a, JsonValue b) {
            run.compare(a, b);
            return Order.compare(a, b);
        }

        static JsonValue plus(Run run, JsonValue a, JsonValue b) {
            if (a instanceof JsonNumber x && b instanceof JsonNumber y) {
                return JsonNumber.of(x.value() + y.value());
            }
            if (a.isNull()) {
                return b;
            }
            if (b.isNull()) {
                return a;
            }
            if (a instanceof JsonText x && b instanceof JsonText y) {
                run.allocate(Cost.TEXT + 2L * (x.text().length() + y.text().length()));
                run.work((x.text().length() + y.text().length()) >> 3);
                return run.made(new JsonText(x.text() + y.text()));
            }
            if (a instanceof JsonArray x && b instanceof JsonArray y) {
                run.allocate(Cost.ARRAY + 8L * (x.size() + y.size()));
                run.work(x.size() + y.size());
                return run.made(x.plus(y));
            }
            if (a instanceof JsonObject x && b instanceof JsonObject y) {
                run.allocate(Cost.object(x.size() + y.size()));
                run.work(x.size() + y.size());
                return run.made(merged(x, y));
            }
            throw cannot(a, b, "added");
        }

        private static JsonObject merged(JsonObject a, JsonObject b) {
            JsonObject.Builder merged = a.toBuilder();
            for (int i = 0; i < b.size(); i++) {
                merged.put(b.key(i), b.value(i));
            }
            return merged.build();
        }

        static JsonValue without(Run run, JsonArray all, JsonArray dropped) {
            return all.filter(value -> {
                for (int i = 0; i < dropped.size(); i++) {
                    if (equal(run, value, dropped.get(i))) {
                        return false;
                    }
                }
                return true;
            });
        }

        static JsonValue times(Run run, JsonValue a, JsonValue b) {
            if (a instanceof JsonNumber x && b instanceof JsonNumber y) {
                return JsonNumber.of(x.value() * y.value());
            }
            if (a instanceof JsonText text && b instanceof JsonNumber times) {
                return Texts.repeat(run, text.text(), times.value());
            }
            if (a instanceof JsonNumber times && b instanceof JsonText text) {
                return Texts.repeat(run, text.text(), times.value());
            }
            if (a instanceof JsonObject x && b instanceof JsonObject y) {
                return run.made(deeply(run, x, y));
            }
            throw cannot(a, b, "multiplied");
        }

        private static JsonObject deeply(Run run, JsonObject a, JsonObject b) {
            run.enter();
            try {
                return mixed(run, a, b);
            } finally {
                run.leave();
            }
        }

        private static JsonObject mixed(Run run, JsonObject a, JsonObject b) {
            run.allocate(Cost.object(a.size() + b.size()));
            run.work(a.size() + b.size());
            JsonObject.Builder merged = a.toBuilder();
            for (int i = 0; i < b.size(); i++) {
                JsonValue value = b.value(i);
                if (a.get(b.key(i)) instanceof JsonObject before && value instanceof JsonObject after) {
                    value = deeply(run, before, after);
                }
                merged.put(b.key(i), value);
            }
            return merged.build();
        }

        /** The remainder of whole numbers, with the sign of the dividend. */
        static JsonValue modulo(JsonValue a, JsonValue b) {
            if (!(a instanceof JsonNumber x) || !(b instanceof JsonNumber y)) {
                throw cannot(a, b, "divided (remainder)");
            }
            if (Double.isNaN(x.value()) || Double.isNaN(y.value())) {
                return JsonNumber.of(Double.NaN);
            }
            long divisor = whole(y.value());
            if (divisor == 0) {
                throw cannot(a, b, "divided (remainder) because the divisor is zero");
            }
            long dividend = whole(x.value());
            long rest = dividend == Long.MIN_VALUE ? dividend % divisor : Math.abs(dividend) % Math.abs(divisor);
            return JsonNumber.of((double) (dividend < 0 && dividend != Long.MIN_VALUE ? -rest : rest));
        }

        private static long whole(double value) {
            return value >= LONG ? Long.MAX_VALUE : value <= -LONG ? Long.MIN_VALUE : (long) value;
        }
    }
}
