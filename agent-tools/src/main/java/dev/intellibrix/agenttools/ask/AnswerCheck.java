package dev.intellibrix.agenttools.ask;

import dev.intellibrix.message.Origin;
import dev.intellibrix.tool.ToolOutput;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells whether an answer is one to the question, and what the model reads of it. No answer is bent to fit a choice. */
final class AnswerCheck {

    private final Question question;
    private final Choices choices;

    AnswerCheck(Question question, Choices choices) {
        this.question = question;
        this.choices = choices;
    }

    /** What the model reads, or nothing when the question has to be put again. */
    Optional<ToolOutput> accept(Answer answer) {
        if (answer instanceof Answer.Unanswered unanswered) {
            return Optional.of(unanswered(unanswered.why()));
        }
        List<String> given =
                answer instanceof Answer.Chosen chosen ? chosen.choices() : List.of(((Answer.Words) answer).text());
        Set<String> taken = new LinkedHashSet<>();
        for (String each : given) {
            String choice = choice(each);
            if (choice == null && (!question.allowsOther() || each.isBlank())) {
                return Optional.empty();
            }
            taken.add(choice == null ? each : choice);
        }
        if (question.isMultiple()) {
            return Optional.of(byUser(ToolOutput.json(List.copyOf(taken))));
        }
        return taken.size() == 1
                ? Optional.of(byUser(ToolOutput.text(taken.iterator().next())))
                : Optional.empty();
    }

    /** Why an answer did not count. */
    String problem() {
        String some = question.isMultiple() ? "any of the choices" : "one of the choices";
        if (question.choices().isEmpty()) {
            return "the answer has to be in words";
        }
        return "the answer has to be " + some + (question.allowsOther() ? ", or in other words" : "");
    }

    static ToolOutput unanswered(String why) {
        return ToolOutput.text("[unanswered: " + why + "]");
    }

    private static ToolOutput byUser(ToolOutput output) {
        return output.from(Origin.of(Origin.Kind.USER, ""));
    }

    /** The choice as the model wrote it, or null. */
    private @Nullable String choice(String shown) {
        for (int i = 0; i < choices.shown().size(); i++) {
            if (choices.shown().get(i).strip().equals(shown.strip())) {
                return choices.written().get(i);
            }
        }
        return null;
    }
}
