package dev.intellibrix.approval;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A call that waits for a decision: the full input, the trust of what led to it, and every reason to ask. Immutable: what
 * is shown here is what runs when the answer is "allow", byte for byte.
 *
 * <p>The loop makes these; {@link #builder} is for tests of a policy.
 */
public final class ApprovalRequest {

    private final String runId;
    private final String callId;
    private final List<String> agentPath;
    private final String toolName;
    private final ToolCategory category;
    private final Map<String, Object> input;
    private final String inputJson;
    private final List<String> notes;
    private final Label label;
    private final List<ApprovalReason> reasons;
    private final String digest;
    private final List<String> trustedTexts;
    private final @Nullable Function<String, ApprovalRequest> editing;

    private ApprovalRequest(Builder builder) {
        this.runId = builder.runId;
        this.callId = builder.callId;
        this.agentPath = List.copyOf(builder.agentPath);
        this.toolName = builder.toolName;
        this.category = builder.category;
        this.inputJson = builder.inputJson;
        this.input = readInput(builder.inputJson);
        this.notes = List.copyOf(builder.notes);
        this.label = builder.label;
        this.reasons = List.copyOf(builder.reasons);
        this.digest = builder.digest;
        this.trustedTexts = List.copyOf(builder.trustedTexts);
        this.editing = builder.editing;
    }

    /** A request for a call of this tool. */
    public static Builder builder(String toolName) {
        return new Builder(toolName);
    }

    /** The run that made the call. */
    public String runId() {
        return runId;
    }

    /** The call; an answer that comes later names it. */
    public String callId() {
        return callId;
    }

    /** The sub-agents between the outermost agent and the one that called, outermost first; empty at the top. */
    public List<String> agentPath() {
        return agentPath;
    }

    /** The tool. */
    public String toolName() {
        return toolName;
    }

    /** The category of this call. */
    public ToolCategory category() {
        return category;
    }

    /** The full input, deeply unmodifiable. */
    public Map<String, Object> input() {
        return input;
    }

    /** The full input in the canonical form that is hashed and run. */
    public String inputJson() {
        return inputJson;
    }

    /** What the tool says of this call beside its input, such as the command that a name in it stands for. */
    public List<String> notes() {
        return notes;
    }

    /** The trust of all that led to the call. */
    public Trust trust() {
        return label.trust();
    }

    /** Where the content came from that made the call untrusted; of a trusted call, where that came from. */
    public Set<Origin> origins() {
        return label.origins();
    }

    /** Trust and origins together. */
    public Label label() {
        return label;
    }

    /** Every reason to ask. */
    public List<ApprovalReason> reasons() {
        return reasons;
    }

    /** The hash of the run, the call, the tool and the input, in hexadecimal; an answer that comes later names it. */
    public String digest() {
        return digest;
    }

    /**
     * Whether a string of the input was written by somebody who is trusted: whether it stands, exactly so and as a whole
     * token, in the system prompt or in a trusted message of the user. So a policy can say "send only to addresses that the
     * user named", also after untrusted content was read.
     *
     * @param pointer the JSON pointer of the string, such as {@code /to} or {@code /recipients/0}
     * @return false also when there is no string at the pointer
     */
    public boolean grounded(String pointer) {
        JsonNode value = Json.mapper().readTree(inputJson).at(pointer);
        return value.isString() && Grounding.isWholeToken(value.stringValue(), trustedTexts);
    }

    /**
     * This request with another input, as the tool would read it and with what the tool says of it: what a person who edits
     * has to see before {@code ApprovalDecision.edit(edited.input())} is the answer to this request. The edited one has no
     * digest, so that no answer can be about it, and the gate checks the edit once more when it gets it.
     *
     * <p>Only the request of a running call knows its tool. Of others the input is replaced unchecked, without any notes.
     *
     * @param changed the whole new input
     * @throws ToolException when the input does not fit the tool, or a rule blocks it; the message says why
     */
    public ApprovalRequest edited(Map<String, ?> changed) {
        String json = Json.writeWhole(changed);
        if (editing != null) {
            return editing.apply(json);
        }
        return builder(toolName)
                .runId(runId)
                .callId(callId)
                .agentPath(agentPath)
                .category(category)
                .inputJson(json)
                .label(label)
                .reasons(reasons)
                .trustedTexts(trustedTexts)
                .build();
    }

    /**
     * All of it as text for a person: the tool, the full input, the notes, the trust with its origins, and the reasons.
     * Characters that are invisible or reorder the text are shown as escapes, and no two texts are shown alike.
     */
    public String describe() {
        StringBuilder text = new StringBuilder("Allow ").append(VisibleText.exactLine(toolName));
        if (!agentPath.isEmpty()) {
            text.append(" (asked by ")
                    .append(VisibleText.exactLine(String.join(" > ", agentPath)))
                    .append(')');
        }
        text.append("?\n");
        input.forEach((name, value) -> appendField(text, "  " + VisibleText.exactLine(name), value));
        notes.forEach(note -> appendField(text, "note", note)); // No field of the input begins where this line does.
        text.append("trust: ").append(VisibleText.exactLine(label.toString())).append('\n');
        text.append("why asked: ")
                .append(reasons.stream()
                        .map(reason -> VisibleText.exactLine(reason.text()))
                        .collect(Collectors.joining("; ")));
        return text.toString();
    }

    @Override
    public String toString() {
        return "ApprovalRequest[" + toolName + " " + VisibleText.json(inputJson) + ", " + label.trust() + "]";
    }

    private static void appendField(StringBuilder text, String name, Object value) {
        text.append(name).append(": ");
        if (!(value instanceof String shown)) {
            text.append(VisibleText.json(Json.writeWhole(value))).append('\n');
            return;
        }
        if (shown.indexOf('\n') < 0) {
            text.append(VisibleText.exactLine(shown)).append('\n');
            return;
        }
        text.append('\n');
        // The margin keeps a value from looking like the lines around it.
        for (String line : VisibleText.exact(shown).split("\n", -1)) {
            text.append("    | ").append(line).append('\n');
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> readInput(String json) {
        return (Map<String, Object>) unmodifiable(Json.mapper().readValue(json, LinkedHashMap.class));
    }

    private static Object unmodifiable(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((key, item) -> copy.put(key, unmodifiable(item)));
            return Collections.unmodifiableMap(copy);
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(item -> copy.add(unmodifiable(item)));
            return Collections.unmodifiableList(copy);
        }
        return value;
    }

    /** Collects a request. Not thread-safe. */
    public static final class Builder {

        private final String toolName;
        private String runId = "run";
        private String callId = "call";
        private List<String> agentPath = List.of();
        private ToolCategory category = ToolCategory.OTHER;
        private String inputJson = "{}";
        private List<String> notes = List.of();
        private Label label = Label.TRUSTED;
        private List<ApprovalReason> reasons = List.of();
        private String digest = "";
        private List<String> trustedTexts = List.of();
        private @Nullable Function<String, ApprovalRequest> editing;

        private Builder(String toolName) {
            this.toolName = Objects.requireNonNull(toolName, "toolName");
        }

        /** The run's id. */
        public Builder runId(String id) {
            this.runId = Objects.requireNonNull(id, "id");
            return this;
        }

        /** The call's id. */
        public Builder callId(String id) {
            this.callId = Objects.requireNonNull(id, "id");
            return this;
        }

        /** The sub-agents on the way to the call. */
        public Builder agentPath(List<String> path) {
            this.agentPath = Objects.requireNonNull(path, "path");
            return this;
        }

        /** The category of the call. */
        public Builder category(ToolCategory kind) {
            this.category = Objects.requireNonNull(kind, "kind");
            return this;
        }

        /** The input; it is written as JSON. */
        public Builder input(Map<String, ?> values) {
            return inputJson(Json.writeWhole(values));
        }

        /** The input as a JSON object. */
        public Builder inputJson(String json) {
            this.inputJson = Objects.requireNonNull(json, "json");
            return this;
        }

        /** What the tool says beside the input. */
        public Builder notes(List<String> all) {
            this.notes = Objects.requireNonNull(all, "all");
            return this;
        }

        /** The trust and the origins. */
        public Builder label(Label of) {
            this.label = Objects.requireNonNull(of, "of");
            return this;
        }

        /** The reasons to ask. */
        public Builder reasons(List<ApprovalReason> all) {
            this.reasons = Objects.requireNonNull(all, "all");
            return this;
        }

        /** The digest. */
        public Builder digest(String hex) {
            this.digest = Objects.requireNonNull(hex, "hex");
            return this;
        }

        /** What the developer and the user wrote; see {@link ApprovalRequest#grounded}. */
        public Builder trustedTexts(List<String> all) {
            this.trustedTexts = Objects.requireNonNull(all, "all");
            return this;
        }

        /**
         * What makes the request for an edited input, which it gets as a JSON object; see {@link ApprovalRequest#edited}.
         * Throws a {@link ToolException} when the input cannot be used.
         */
        public Builder editing(Function<String, ApprovalRequest> make) {
            this.editing = Objects.requireNonNull(make, "make");
            return this;
        }

        /** The request. */
        public ApprovalRequest build() {
            return new ApprovalRequest(this);
        }
    }
}
