package dev.intellibrix.rules;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.tool.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pattern on commands, and what happens to a call whose command it finds. Patterns have the syntax of RE2, which has
 * neither look-around nor back-references, and run in linear time; a pattern is found anywhere in the command unless it
 * is anchored. Immutable.
 */
public final class InterceptRule {

    /** The names that the gate itself gives; no rule may have one of them. */
    static final Set<String> RESERVED_NAMES =
            Set.of(Violation.UNKNOWN_TOOL, CommandViews.TOO_LONG, CommandViews.TOO_NESTED);

    static final int MAX_NAME = 100;
    static final int MAX_PATTERN = 1_000;
    static final int MAX_MESSAGE = 2_000;
    static final int MAX_EXAMPLES = 100;

    /** What a match does. */
    public enum Action {
        /** The call is rejected, whoever would allow it. */
        BLOCK,
        /** The call needs approval. */
        CONFIRM
    }

    private final String name;
    private final String pattern;
    private final String message;
    private final Action action;
    private final boolean enabled;
    private final List<String> match;
    private final List<String> noMatch;
    private final @Nullable Pattern compiled;
    private final List<String> required;

    private InterceptRule(Draft draft) {
        this.name = draft.name;
        this.pattern = draft.pattern;
        this.message = draft.message;
        this.action = draft.action;
        this.enabled = draft.enabled;
        this.match = List.copyOf(draft.match);
        this.noMatch = List.copyOf(draft.noMatch);
        this.compiled = enabled ? compile(pattern) : null;
        this.required = RequiredText.of(pattern);
    }

    /**
     * A rule that rejects the calls whose command it finds.
     *
     * @param name up to 100 visible characters
     * @param pattern up to 1,000 characters of RE2 syntax
     * @param message what the model is told, up to 2,000 characters: why, and what to do instead
     * @throws IllegalArgumentException when one of them is blank or too long, the name is reserved, or the pattern does not
     *     compile
     */
    public static InterceptRule block(String name, String pattern, String message) {
        return new Draft(name, pattern, message, Action.BLOCK, true).rule();
    }

    /**
     * A rule that has the calls whose command it finds approved first.
     *
     * @param name up to 100 visible characters
     * @param pattern up to 1,000 characters of RE2 syntax
     * @param message the reason that the approval shows, up to 2,000 characters
     * @throws IllegalArgumentException when one of them is blank or too long, the name is reserved, or the pattern does not
     *     compile
     */
    public static InterceptRule confirm(String name, String pattern, String message) {
        return new Draft(name, pattern, message, Action.CONFIRM, true).rule();
    }

    /**
     * This rule with commands that it has to find, as a test that goes with the rule.
     *
     * @throws IllegalArgumentException naming the command that it does not find
     */
    public InterceptRule withMatch(String... commands) {
        Draft draft = new Draft(this);
        draft.match.addAll(List.of(commands));
        return draft.rule();
    }

    /**
     * This rule with commands that it must not find, as a test that goes with the rule.
     *
     * @throws IllegalArgumentException naming the command that it finds
     */
    public InterceptRule withNoMatch(String... commands) {
        Draft draft = new Draft(this);
        draft.noMatch.addAll(List.of(commands));
        return draft.rule();
    }

    /** The name. */
    public String name() {
        return name;
    }

    /** The pattern; may be empty when the rule is not enabled. */
    public String pattern() {
        return pattern;
    }

    /** What the model is told, or the person who approves; may be empty when the rule is not enabled. */
    public String message() {
        return message;
    }

    /** What a match does. */
    public Action action() {
        return action;
    }

    /** Whether the rule is in force; one that is not drops the built-in rule of its name. */
    public boolean isEnabled() {
        return enabled;
    }

    /** Commands, as text for a shell, that the rule finds. */
    public List<String> match() {
        return match;
    }

    /** Commands, as text for a shell, that the rule does not find. */
    public List<String> noMatch() {
        return noMatch;
    }

    boolean matches(CommandViews views) {
        if (compiled == null) {
            return false;
        }
        if (!mayMatch(views.folded())) {
            return false;
        }
        for (CommandViews.View view : views.views()) {
            if (mayMatch(view.folded()) && compiled.matcher(view.text()).find()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a text, folded, holds what every match holds. */
    private boolean mayMatch(String folded) {
        if (required.isEmpty()) {
            return true;
        }
        for (String text : required) {
            if (folded.contains(text)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof InterceptRule rule && key().equals(rule.key());
    }

    @Override
    public int hashCode() {
        return key().hashCode();
    }

    @Override
    public String toString() {
        return "InterceptRule[" + name + " " + action + " " + pattern + (enabled ? "]" : ", not enabled]");
    }

    private List<Object> key() {
        return List.of(name, pattern, message, action, enabled, match, noMatch);
    }

    static void checkName(String name) {
        check("name", name, MAX_NAME);
        if (!VisibleText.line(name).equals(name)) {
            throw new IllegalArgumentException("name holds a character that can not be seen");
        }
        if (RESERVED_NAMES.contains(name)) {
            throw new IllegalArgumentException("the name \"" + name + "\" is reserved");
        }
    }

    static void checkMessage(String message) {
        check("message", message, MAX_MESSAGE);
    }

    static Pattern compile(String pattern) {
        check("pattern", pattern, MAX_PATTERN);
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("the pattern does not compile: " + e.getDescription(), e);
        }
    }

    private static void check(String what, String value, int most) {
        Objects.requireNonNull(value, what);
        if (value.isBlank()) {
            throw new IllegalArgumentException(what + " is empty");
        }
        if (value.length() > most) {
            throw new IllegalArgumentException(
                    what + " has " + value.length() + " characters; at most " + most + " are allowed");
        }
    }

    /** A rule in the making; {@link #rule} checks it. */
    static final class Draft {
        private String name = "";
        private String pattern = "";
        private String message = "";
        private Action action = Action.BLOCK;
        private boolean enabled = true;
        private final List<String> match = new ArrayList<>();
        private final List<String> noMatch = new ArrayList<>();

        Draft() {}

        Draft(String name, String pattern, String message, Action action, boolean enabled) {
            this.name = name;
            this.pattern = pattern;
            this.message = message;
            this.action = Objects.requireNonNull(action, "action");
            this.enabled = enabled;
        }

        Draft(InterceptRule rule) {
            this(rule.name, rule.pattern, rule.message, rule.action, rule.enabled);
            match.addAll(rule.match);
            noMatch.addAll(rule.noMatch);
        }

        void name(String value) {
            name = value;
        }

        void pattern(String value) {
            pattern = value;
        }

        void message(String value) {
            message = value;
        }

        void action(Action value) {
            action = value;
        }

        void enabled(boolean value) {
            enabled = value;
        }

        void match(List<String> commands) {
            match.addAll(commands);
        }

        void noMatch(List<String> commands) {
            noMatch.addAll(commands);
        }

        /**
         * The rule. One that is not enabled needs no more than a name.
         *
         * @throws IllegalArgumentException saying what is wrong
         */
        InterceptRule rule() {
            checkName(name);
            if (enabled) {
                checkMessage(message);
            }
            InterceptRule rule = new InterceptRule(this);
            if (enabled) {
                rule.checkExamples();
            }
            return rule;
        }
    }

    private void checkExamples() {
        if (match.size() + noMatch.size() > MAX_EXAMPLES) {
            throw new IllegalArgumentException("more than " + MAX_EXAMPLES + " examples");
        }
        for (String example : match) {
            if (!matches(readable(example))) {
                throw new IllegalArgumentException("the example \"" + VisibleText.line(example) + "\" does not match");
            }
        }
        for (String example : noMatch) {
            if (matches(readable(example))) {
                throw new IllegalArgumentException("the example \"" + VisibleText.line(example)
                        + "\" matches, but is listed as one that does not");
            }
        }
    }

    private static CommandViews readable(String example) {
        CommandViews views = CommandViews.of(Command.text(example));
        if (views.refusal().isPresent()) {
            throw new IllegalArgumentException(
                    "an example is refused: " + views.refusal().get().message());
        }
        return views;
    }
}
