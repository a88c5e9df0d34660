package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code try body catch handler}: errors of the body are caught, those of whoever takes its results are not. */
final class Try extends Filter {

    private final Filter body;
    private final Filter handler;

    Try(Filter body, Filter handler) {
        this.body = body;
        this.handler = handler;
    }

    /** An error of the receiver on its way through the body. */
    private static final class Passing extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient Object owner;
        private final QueryError error;

        Passing(Object owner, QueryError error) {
            super(null, null, false, false);
            this.owner = owner;
            this.error = error;
        }
    }

    @Override
    boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
        Sink guarded = new Sink() {
            @Override
            public boolean accept(JsonValue value, @Nullable Path path) {
                try {
                    return out.accept(value, path);
                } catch (QueryError e) {
                    throw new Passing(this, e);
                }
            }
        };
        JsonValue caught;
        try {
            return body.run(run, in, at, guarded);
        } catch (QueryError e) {
            caught = e.value();
        } catch (Passing e) {
            throw e.owner == guarded ? e.error : e;
        }
        run.step();
        return handler.run(run, caught, Path.made(at, caught), out);
    }

    @Override
    @Nullable Streamed streamed(List<String> above) {
        return Streamed.of(body.streamed(above), elements -> new Try(elements, handler));
    }
}
