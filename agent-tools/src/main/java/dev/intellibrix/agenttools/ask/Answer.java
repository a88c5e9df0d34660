package dev.intellibrix.agenttools.ask;

import java.util.List;
import java.util.Objects;

/** What came of a question: words, choices, or that it is unanswered, which is neither a "no" nor a default. */
public sealed interface Answer {

    /** An answer in words, or one of the choices, written as in {@link Question#choices}. A blank one is no answer. */
    static Answer of(String text) {
        return text.isBlank() ? unanswered() : new Words(text);
    }

    /**
     * Some of the choices, written as in {@link Question#choices}: exactly one, or any number of them, also none, where the
     * question is {@linkplain Question#isMultiple multiple}.
     */
    static Answer chosen(List<String> choices) {
        return new Chosen(choices);
    }

    /** Nobody answered. */
    static Answer unanswered() {
        return unanswered("nobody answered the question");
    }

    /**
     * Nobody answered.
     *
     * @param why what the model is told, in a few words
     */
    static Answer unanswered(String why) {
        return new Unanswered(why);
    }

    /**
     * See {@link #of}.
     *
     * @param text what the person said
     */
    record Words(String text) implements Answer {
        public Words {
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * See {@link #chosen}.
     *
     * @param choices the choices
     */
    record Chosen(List<String> choices) implements Answer {
        public Chosen {
            choices = List.copyOf(choices);
        }
    }

    /**
     * See {@link #unanswered()}.
     *
     * @param why what the model is told
     */
    record Unanswered(String why) implements Answer {
        public Unanswered {
            Objects.requireNonNull(why, "why");
        }
    }
}
