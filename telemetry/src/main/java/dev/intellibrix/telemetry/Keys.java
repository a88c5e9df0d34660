package dev.intellibrix.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/** The attributes. Those that begin with {@code gen_ai.}, and {@code error.type}, are as the conventions have them. */
final class Keys {

    static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
    static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("gen_ai.provider.name");
    static final AttributeKey<String> AGENT = AttributeKey.stringKey("gen_ai.agent.name");
    static final AttributeKey<String> CONVERSATION = AttributeKey.stringKey("gen_ai.conversation.id");
    static final AttributeKey<String> REQUEST_MODEL = AttributeKey.stringKey("gen_ai.request.model");
    static final AttributeKey<String> RESPONSE_MODEL = AttributeKey.stringKey("gen_ai.response.model");
    static final AttributeKey<List<String>> FINISH_REASONS =
            AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
    static final AttributeKey<Long> INPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.input_tokens");
    static final AttributeKey<Long> OUTPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.output_tokens");
    static final AttributeKey<Long> CACHED_TOKENS = AttributeKey.longKey("gen_ai.usage.cache_read.input_tokens");
    static final AttributeKey<Long> CACHE_WRITE_TOKENS =
            AttributeKey.longKey("gen_ai.usage.cache_creation.input_tokens");
    static final AttributeKey<Long> REASONING_TOKENS = AttributeKey.longKey("gen_ai.usage.reasoning.output_tokens");
    static final AttributeKey<String> TOKEN_TYPE = AttributeKey.stringKey("gen_ai.token.type");
    static final AttributeKey<String> TOOL = AttributeKey.stringKey("gen_ai.tool.name");
    static final AttributeKey<String> TOOL_TYPE = AttributeKey.stringKey("gen_ai.tool.type");
    static final AttributeKey<String> CALL_ID = AttributeKey.stringKey("gen_ai.tool.call.id");
    static final AttributeKey<String> ARGUMENTS = AttributeKey.stringKey("gen_ai.tool.call.arguments");
    static final AttributeKey<String> RESULT = AttributeKey.stringKey("gen_ai.tool.call.result");
    static final AttributeKey<String> OUTPUT_MESSAGES = AttributeKey.stringKey("gen_ai.output.messages");
    static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

    static final AttributeKey<String> RUN_ID = AttributeKey.stringKey("intellibrix.run.id");
    static final AttributeKey<String> ABOVE_ID = AttributeKey.stringKey("intellibrix.run.above.id");
    static final AttributeKey<List<String>> AGENT_PATH = AttributeKey.stringArrayKey("intellibrix.agent.path");
    static final AttributeKey<String> STOP_REASON = AttributeKey.stringKey("intellibrix.run.stop_reason");
    static final AttributeKey<Long> STEPS = AttributeKey.longKey("intellibrix.run.steps");
    static final AttributeKey<Long> CALLS = AttributeKey.longKey("intellibrix.run.tool_calls");

    /** Of a run: whether anything in it was untrusted. Of a call: the trust of all that led to it. */
    static final AttributeKey<String> TRUST = AttributeKey.stringKey("intellibrix.trust");

    static final AttributeKey<List<String>> ORIGIN_KINDS =
            AttributeKey.stringArrayKey("intellibrix.trust.origin_kinds");
    static final AttributeKey<List<String>> ORIGINS = AttributeKey.stringArrayKey("intellibrix.trust.origins");
    static final AttributeKey<String> RESULT_TRUST = AttributeKey.stringKey("intellibrix.result.trust");
    static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("intellibrix.tool.outcome");
    static final AttributeKey<String> RULE = AttributeKey.stringKey("intellibrix.tool.rule");
    static final AttributeKey<Double> RAN = AttributeKey.doubleKey("intellibrix.tool.duration");
    static final AttributeKey<String> DECISION = AttributeKey.stringKey("intellibrix.approval.decision");
    static final AttributeKey<String> DECIDED_BY = AttributeKey.stringKey("intellibrix.approval.decided_by");
    static final AttributeKey<String> CODE = AttributeKey.stringKey("intellibrix.approval.code");
    static final AttributeKey<String> REASON = AttributeKey.stringKey("intellibrix.approval.reason");
    static final AttributeKey<List<String>> ASKED_BECAUSE =
            AttributeKey.stringArrayKey("intellibrix.approval.asked_because");

    /** In seconds. */
    static final AttributeKey<Double> WAITED = AttributeKey.doubleKey("intellibrix.approval.duration");

    private Keys() {}
}
