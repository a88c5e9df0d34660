package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Filters that apply a step again and again: {@code recurse}, {@code while}, {@code until}. Of the values that a step makes the
 * last is followed in a loop, only the others nest, so that a long chain needs no stack.
 */
abstract class Unfold extends Filter {

    /** Emits what there is to emit of a value, and pushes the values that follow it. */
    abstract boolean visit(Run run, JsonValue in, @Nullable Path at, Sink out, Sink next);

    /** {@code recurse(step)}: each value, then what follows it. */
    static Filter recurse(Filter step) {
        return new Unfold() {
            @Override
            boolean visit(Run run, JsonValue in, @Nullable Path at, Sink out, Sink next) {
                return out.accept(in, at) && step.run(run, in, at, next);
            }
        };
    }

    /** {@code while(condition; step)}: as long as the condition holds. */
    static Filter whileTrue(Filter condition, Filter step) {
        return new Unfold() {
            @Override
            boolean visit(Run run, JsonValue in, @Nullable Path at, Sink out, Sink next) {
                return condition.run(
                        run,
                        in,
                        null,
                        (holds, none) -> !holds.isTrue() || (out.accept(in, at) && step.run(run, in, at, next)));
            }
        };
    }

    /** {@code until(condition; step)}: the first values for which the condition holds. */
    static Filter until(Filter condition, Filter step) {
        return new Unfold() {
            @Override
            boolean visit(Run run, JsonValue in, @Nullable Path at, Sink out, Sink next) {
                return condition.run(
                        run,
                        in,
                        null,
                        (holds, none) -> holds.isTrue() ? out.accept(in, at) : step.run(run, in, at, next));
            }
        };
    }

    /** {@code repeat(body)}: the results of a filter, without end. */
    static Filter repeat(Filter body) {
        return new Filter() {
            @Override
            boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
                while (body.run(run, in, at, out)) {
                    run.step();
                }
                return false;
            }
        };
    }

    /** {@code ..}: a value and all that is in it. */
    static final Filter DESCENT = new Filter() {
        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            run.step();
            if (!out.accept(in, at)) {
                return false;
            }
            Path.check(at, in);
            if (in instanceof JsonArray array) {
                for (int i = 0; i < array.size(); i++) {
                    JsonValue element = array.get(i);
                    Path next = at == null ? null : Path.step(at, JsonNumber.of((long) i), element);
                    if (!run(run, element, next, out)) {
                        return false;
                    }
                }
            } else if (in instanceof JsonObject object) {
                for (int i = 0; i < object.size(); i++) {
                    JsonValue member = object.value(i);
                    Path next = at == null ? null : Path.step(at, new JsonText(object.key(i)), member);
                    if (!run(run, member, next, out)) {
                        return false;
                    }
                }
            }
            return true;
        }
    };

    @Override
    boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
        Follower follower = new Follower(run, out);
        QueryError failed = null;
        JsonValue value = in;
        Path path = at;
        while (value != null) {
            run.step();
            QueryError error = follower.visit(value, path);
            if (follower.stopped) {
                return false;
            }
            failed = error == null ? failed : error;
            value = follower.held;
            path = follower.heldAt;
            follower.held = null;
        }
        if (failed != null) {
            throw failed;
        }
        return true;
    }

    /** Holds the value that was made last, until it is known whether another comes. */
    private final class Follower implements Sink {

        private final Run run;
        private final Sink out;
        private @Nullable JsonValue held;
        private @Nullable Path heldAt;
        private boolean outside;
        private boolean stopped;

        Follower(Run run, Sink out) {
            this.run = run;
            this.out = out;
        }

        /** Visits a value; answers the error of the step that waits until the held value has been followed. */
        @Nullable QueryError visit(JsonValue value, @Nullable Path at) {
            try {
                stopped = !Unfold.this.visit(run, value, at, this::emit, this);
                return null;
            } catch (QueryError e) {
                if (outside || held == null) {
                    throw e;
                }
                return e;
            }
        }

        private boolean emit(JsonValue value, @Nullable Path at) {
            outside = true;
            boolean more = out.accept(value, at);
            outside = false;
            return more;
        }

        @Override
        public boolean accept(JsonValue value, @Nullable Path at) {
            JsonValue before = held;
            Path beforeAt = heldAt;
            held = value;
            heldAt = at;
            if (before == null) {
                return true;
            }
            outside = true;
            boolean more = nested(before, beforeAt);
            outside = false;
            return more;
        }

        /** Counts twice: there is a lot on the stack between a value and the next. */
        private boolean nested(JsonValue value, @Nullable Path at) {
            run.enter();
            try {
                return Unfold.this.run(run, value, at, out);
            } finally {
                run.leave();
            }
        }
    }
}
