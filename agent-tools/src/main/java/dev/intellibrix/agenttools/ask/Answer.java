package dev.intellibrix.agenttools.ask;

import java.util.Arrays;
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

    /**
     * What a person typed below {@link Question#describe}: the number of a choice stands for it, where several may be taken
     * numbers with commas between them do, and 0 for none of them; all else is an answer in words.
     */
    static Answer typed(Question question, String text) {
        String typed = text.strip();
        if (question.choices().isEmpty() || !typed.matches("[0-9]{1,2}( *, *[0-9]{1,2})*")) {
            return of(typed);
        }
        List<Integer> numbers =
                Arrays.stream(typed.split(" *, *")).map(Integer::valueOf).toList();
        if (question.isMultiple() && numbers.equals(List.of(0))) {
            return chosen(List.of());
        }
        int count = question.choices().size();
        if (!numbers.stream().allMatch(number -> number >= 1 && number <= count)) {
            return of(typed);
        }
        return chosen(numbers.stream()
                .distinct()
                .map(number -> question.choices().get(number - 1))
                .toList());
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
