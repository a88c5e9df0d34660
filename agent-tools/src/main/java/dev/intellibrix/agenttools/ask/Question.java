package dev.intellibrix.agenttools.ask;

import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Trust;
import java.util.List;
import java.util.Optional;

/**
 * A question that a model asks. The model wrote it, possibly after it had read something hostile: show it with its trust, as
 * {@link #describe} does, and never take its words for those of the program. The answer approves nothing.
 *
 * <p>Characters that are invisible, reorder text or move a cursor are escapes in all texts here, so that they can be shown.
 *
 * @param text the question, of one line or several
 * @param choices the answers to choose from, one line each, no two alike; empty where the answer is in words
 * @param isMultiple whether several choices may be taken, or none
 * @param allowsOther whether an answer in other words is taken as well; always so without choices
 * @param problem why the answer before did not count, where the question is put again
 * @param runId the run that asks
 * @param callId the call that asks; unique within the run only
 * @param agentPath the sub-agents between the outermost agent and the one that asks, outermost first; empty at the top
 * @param label the trust of all that led to the question, and where it came from
 */
public record Question(
        String text,
        List<String> choices,
        boolean isMultiple,
        boolean allowsOther,
        Optional<String> problem,
        String runId,
        String callId,
        List<String> agentPath,
        Label label) {

    public Question {
        choices = List.copyOf(choices);
        agentPath = List.copyOf(agentPath);
    }

    /** The trust of all that led to the question. */
    public Trust trust() {
        return label.trust();
    }

    /** All of it as text for a person: who asks, the question, the choices with numbers from 1, and the trust. */
    public String describe() {
        StringBuilder shown = new StringBuilder("The model");
        if (!agentPath.isEmpty()) {
            shown.append(" (")
                    .append(VisibleText.line(String.join(" > ", agentPath)))
                    .append(')');
        }
        shown.append(" asks:\n");
        for (String line : text.split("\n", -1)) { // The margin keeps it from looking like the lines around it.
            shown.append("    | ").append(line).append('\n');
        }
        for (int i = 0; i < choices.size(); i++) {
            shown.append("    ")
                    .append(i + 1)
                    .append(". ")
                    .append(choices.get(i))
                    .append('\n');
        }
        problem.ifPresent(why -> shown.append("asked again: ").append(why).append('\n'));
        return shown.append("trust: ")
                .append(VisibleText.line(label.toString()))
                .toString();
    }

    Question again(String why) {
        return new Question(text, choices, isMultiple, allowsOther, Optional.of(why), runId, callId, agentPath, label);
    }
}
