package dev.intellibrix.rules;

import dev.intellibrix.internal.http.RequestGuard;
import dev.intellibrix.internal.json.Json;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the endpoint answers, as JSON. */
final class RulesAnswers {

    private RulesAnswers() {}

    /** The rules of the file, all rules in force, the violations. */
    static RulesHandler.Response show(InterceptRules rules) {
        RuleSet current = rules.current();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("revision", current.revision());
        body.put("enabled", current.document().enabled());
        body.put(
                "exec_rules",
                current.document().rules().stream().map(RulesAnswers::rule).toList());
        body.put("in_force", current.rules().stream().map(RulesAnswers::rule).toList());
        current.fault().ifPresent(fault -> body.put("fault", fault));
        body.put(
                "violations",
                rules.violations().stream().map(RulesAnswers::violation).toList());
        return answer(200, body, Map.of("ETag", "\"" + current.revision() + "\""));
    }

    static RulesHandler.Response stale(InterceptRules rules) {
        return fault(
                412,
                "the rules were changed since; GET them again",
                Map.of("ETag", "\"" + rules.current().revision() + "\""));
    }

    /** The answer to a request that goes no further. */
    static RulesHandler.Response refusal(RequestGuard.Refusal refusal) {
        boolean asks = refusal.status() == 401;
        return fault(refusal.status(), refusal.reason(), asks ? Map.of("WWW-Authenticate", "Bearer") : Map.of());
    }

    static RulesHandler.Response fault(int status, String reason, Map<String, String> headers) {
        return answer(status, Map.of("error", reason), headers);
    }

    private static RulesHandler.Response answer(int status, Map<String, Object> body, Map<String, String> headers) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Content-Type", "application/json; charset=utf-8");
        all.put("Cache-Control", "no-store");
        all.put("X-Content-Type-Options", "nosniff");
        return new RulesHandler.Response(status, all, Json.write(body));
    }

    private static Map<String, Object> rule(InterceptRule rule) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", rule.name());
        json.put("pattern", rule.pattern());
        json.put("message", rule.message());
        json.put("action", rule.action().name().toLowerCase(Locale.ROOT));
        if (!rule.isEnabled()) {
            json.put("enabled", false);
        }
        putUnlessEmpty(json, "match", rule.match());
        putUnlessEmpty(json, "no_match", rule.noMatch());
        return json;
    }

    private static void putUnlessEmpty(Map<String, Object> json, String key, List<String> values) {
        if (!values.isEmpty()) {
            json.put(key, values);
        }
    }

    private static Map<String, Object> violation(Violation violation) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("at", violation.at().toString());
        json.put("run", violation.runId());
        json.put("tool", violation.toolName());
        json.put("rule", violation.rule());
        json.put("command", violation.command());
        return json;
    }
}
