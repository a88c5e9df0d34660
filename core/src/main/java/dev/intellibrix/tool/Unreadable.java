package dev.intellibrix.tool;

import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.ValueInstantiationException;

/** What the model is told of an input that fits the schema and still makes no record: the field and the reason, in no words of Java. */
final class Unreadable {

    private static final Pattern TYPE_NAME = Pattern.compile("`(?:[\\w$]+[.$])*([\\w<>]+)`");
    private static final String ADVICE = " (but "; // Of what would be possible with other settings of the mapper.

    private static final String FRACTION =
            "Cannot coerce Floating-point value"; // Left by SameMeaning: it is too large.

    private static final String REFUSED = "this value is refused";

    private Unreadable() {}

    static ToolException of(JacksonException e) {
        return new ToolException("the input can not be used: " + pointer(e) + reason(e), e);
    }

    private static String reason(JacksonException e) {
        if (e instanceof ValueInstantiationException) {
            return ofConstructor(e.getCause());
        }
        String first = e.getOriginalMessage().lines().findFirst().orElse("");
        if (first.startsWith(FRACTION)) {
            return "it has to be a whole number of at most " + SameMeaning.MAX_DIGITS + " digits";
        }
        int advice = first.indexOf(ADVICE);
        return TYPE_NAME
                .matcher(advice < 0 ? first : first.substring(0, advice))
                .replaceAll("$1");
    }

    /** A record that refuses a value says why in these two ways; the text of anything else may be meant for nobody. */
    private static String ofConstructor(@Nullable Throwable cause) {
        if (cause instanceof IllegalArgumentException || cause instanceof ToolException) {
            return Objects.requireNonNullElse(cause.getMessage(), REFUSED);
        }
        return REFUSED;
    }

    /** Where it is, as the violations of a schema say it; nothing for the input as a whole. */
    private static String pointer(JacksonException e) {
        StringBuilder pointer = new StringBuilder();
        for (JacksonException.Reference step : e.getPath()) {
            String name = step.getPropertyName();
            pointer.append('/').append(name == null ? String.valueOf(step.getIndex()) : name);
        }
        return pointer.isEmpty() ? "" : pointer.append(": ").toString();
    }
}
