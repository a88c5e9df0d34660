package dev.intellibrix.approval;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** What a hook answers: allow, deny, edit or defer. */
public sealed interface ApprovalDecision {

    /** The call runs with the input that was shown. */
    static ApprovalDecision allow() {
        return Allow.INSTANCE;
    }

    /**
     * The call does not run.
     *
     * @param reason what the model is told
     */
    static ApprovalDecision deny(String reason) {
        return new Deny(reason);
    }

    /**
     * The call runs with another input, which is checked like the first one; the tool stays the same. The model is told
     * that a person changed the input.
     *
     * @param input the whole new input: a map of plain values, lists and maps
     */
    static ApprovalDecision edit(Map<String, ?> input) {
        return new Edit(input);
    }

    /** Nobody can answer now: the run ends as awaiting approval, and is resumed with the answer later. */
    static ApprovalDecision defer() {
        return Defer.INSTANCE;
    }

    /** See {@link #allow}. */
    record Allow() implements ApprovalDecision {
        private static final Allow INSTANCE = new Allow();
    }

    /**
     * See {@link #deny}.
     *
     * @param reason what the model is told
     */
    record Deny(String reason) implements ApprovalDecision {
        public Deny {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * See {@link #edit}.
     *
     * @param input the whole new input
     */
    record Edit(Map<String, ?> input) implements ApprovalDecision {
        public Edit {
            input = Collections.unmodifiableMap(new LinkedHashMap<>(input));
        }
    }

    /** See {@link #defer}. */
    record Defer() implements ApprovalDecision {
        private static final Defer INSTANCE = new Defer();
    }
}
