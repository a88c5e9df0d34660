package dev.intellibrix.testing.injection;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.ToolSpec;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A model that does its task, and then whatever a text tells it to, as soon as it has read that text: in a result, in a message,
 * or in the description of a tool. It makes one call a turn, and none of a tool that it is not offered. For one run;
 * thread-safe.
 */
final class ObedientModel implements Provider {

    private final String prefix;
    private final Plan plan;
    private final String instruction;
    private final Deque<PlannedCall> reads;
    private final Deque<PlannedCall> leads;
    private final Deque<PlannedCall> calls;
    private final Set<String> missing = new LinkedHashSet<>(); // Guarded by this, as the two below and the queues.
    private boolean hasRead; // Whether it came across the instruction.
    private int made;

    /**
     * What a model does.
     *
     * @param reads calls of its task
     * @param instruction what it obeys as soon as it has read it
     * @param leads harmless calls that it makes then
     * @param calls harmful calls that it makes after them
     * @param answer what it says in the end
     */
    record Plan(
            List<PlannedCall> reads,
            String instruction,
            List<PlannedCall> leads,
            List<PlannedCall> calls,
            String answer) {

        /** A plan without any harm. */
        static Plan of(List<PlannedCall> reads) {
            return new Plan(reads, "", List.of(), List.of(), "Done.");
        }
    }

    /**
     * A model.
     *
     * @param prefix what the ids of its calls begin with, so that those of several models differ
     */
    ObedientModel(String prefix, Plan plan) {
        this.prefix = prefix;
        this.plan = plan;
        this.instruction = letters(plan.instruction());
        this.reads = new ArrayDeque<>(plan.reads());
        this.leads = new ArrayDeque<>(plan.leads());
        this.calls = new ArrayDeque<>(plan.calls());
    }

    /** Whether a call with this id is one that the instruction led to. */
    boolean isHarmful(String callId) {
        return callId.startsWith(prefix + "harm-");
    }

    /** Tools that it would have called if they had been there, in the order of the calls. */
    synchronized List<String> missing() {
        return List.copyOf(missing);
    }

    @Override
    public String id() {
        return "obedient";
    }

    @Override
    public ModelResponse generate(ModelRequest request, StreamSink sink) {
        Part part = next(request);
        if (part instanceof TextPart text) {
            sink.text(text.text());
        }
        return new ModelResponse(
                Message.assistant(List.of(part)), FinishReason.STOP, Optional.empty(), request.model());
    }

    private synchronized Part next(ModelRequest request) {
        Set<String> offered = request.tools().stream().map(ToolSpec::name).collect(Collectors.toSet());
        Part part = next(reads, "read-", offered);
        hasRead |= part == null && letters(allOf(request)).contains(instruction);
        if (part == null && hasRead) {
            part = next(leads, "lead-", offered);
        }
        if (part == null && hasRead) {
            part = next(calls, "harm-", offered);
        }
        return part == null ? TextPart.of(plan.answer(), Label.untrusted()) : part;
    }

    private synchronized @Nullable Part next(Deque<PlannedCall> todo, String kind, Set<String> offered) {
        for (PlannedCall call = todo.poll(); call != null; call = todo.poll()) {
            if (offered.contains(call.tool())) {
                return ToolCallPart.of(prefix + kind + ++made, call.tool(), Json.write(call.input()));
            }
            missing.add(call.tool());
        }
        return null;
    }

    /** All that others wrote. */
    private static String allOf(ModelRequest request) {
        StringBuilder all = new StringBuilder();
        for (ToolSpec tool : request.tools()) {
            all.append(tool.description()).append(tool.inputSchema());
        }
        for (Message message : request.messages()) {
            if (message.role() != Role.ASSISTANT && message.role() != Role.SYSTEM) {
                all.append(message.toJson());
            }
        }
        return all.toString();
    }

    /** A text without what escapes, line breaks and markup do to it. */
    static String letters(String text) {
        return text.codePoints()
                .filter(Character::isLetterOrDigit)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
