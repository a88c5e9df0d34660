package dev.intellibrix.benchmarks;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** An agent of ours whose model asks for a tool in each step, and answers after the last. */
final class OurAgent {

    record Lookup(
            @Description("What to look up") String key,
            @Range(min = 1, max = 100) int count) {}

    private final Intelligence intelligence;

    private OurAgent(Script script, Tool tool, @Nullable ApprovalHook hook, @Nullable RunListener listener) {
        IntelligenceOptions.Builder options = IntelligenceOptions.builder()
                .provider(script)
                .model("scripted")
                .system("You look things up.")
                .tools(tool)
                .limits(Limits.builder()
                        .maxSteps(Integer.MAX_VALUE)
                        .maxToolCalls(Integer.MAX_VALUE)
                        .build());
        if (listener != null) {
            options.onRunEvent(listener);
        }
        if (hook != null) {
            options.onToolApproval(hook);
        }
        this.intelligence = new Intelligence(options.build());
    }

    /** An agent that takes this many steps with a tool, each with so many calls, before its answer. */
    static OurAgent looking(int steps, int callsInStep) {
        Tool tool = lookup().execute((input, context) -> Work.found(input.key()));
        return new OurAgent(new Script(steps, callsInStep), tool, null, counting());
    }

    /** The same, and each call is approved by a hook. */
    static OurAgent approved(int steps) {
        return new OurAgent(new Script(steps, 1), asking(), call -> ApprovalDecision.allow(), counting());
    }

    /** The same, and nobody is there to approve them, so each is denied. */
    static OurAgent denied(int steps) {
        return new OurAgent(new Script(steps, 1), asking(), null, counting());
    }

    /** The same with a tool that waits. */
    static OurAgent waiting(int callsInStep) {
        Tool tool = lookup().execute((input, context) -> Work.waited(input.key()));
        return new OurAgent(new Script(1, callsInStep), tool, null, counting());
    }

    /** An agent that takes this many steps with a tool, with this listener or none. */
    static OurAgent heardBy(int steps, @Nullable RunListener listener) {
        Tool tool = lookup().execute((input, context) -> Work.found(input.key()));
        return new OurAgent(new Script(steps, 1), tool, null, listener);
    }

    private static RunListener counting() {
        LongAdder events = new LongAdder();
        return event -> events.increment();
    }

    private static Tool asking() {
        return lookup().needsApproval().execute((input, context) -> Work.found(input.key()));
    }

    private static Tool.Builder<Lookup> lookup() {
        return Tool.define("lookup", Lookup.class).description("Looks something up");
    }

    String ask() {
        return intelligence.ask("Look it all up").text();
    }

    /** Counts its own calls, since one run at a time asks it. */
    private static final class Script implements Provider {

        private final int steps;
        private final int callsInStep;
        private int asked;

        Script(int steps, int callsInStep) {
            this.steps = steps;
            this.callsInStep = callsInStep;
        }

        @Override
        public String id() {
            return "scripted";
        }

        @Override
        public ModelResponse generate(ModelRequest request, StreamSink sink) {
            if (asked == steps) {
                asked = 0;
                return answer(List.of(TextPart.of("done", Label.TRUSTED)));
            }
            asked++;
            List<Part> calls = new ArrayList<>(callsInStep);
            for (int i = 0; i < callsInStep; i++) {
                calls.add(ToolCallPart.of("call_" + asked + "_" + i, "lookup", Work.arguments(asked, i)));
            }
            return answer(calls);
        }

        private static ModelResponse answer(List<? extends Part> parts) {
            return new ModelResponse(Message.assistant(parts), FinishReason.STOP, Optional.empty(), "scripted");
        }
    }
}
