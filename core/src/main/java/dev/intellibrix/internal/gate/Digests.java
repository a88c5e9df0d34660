package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.internal.hash.Sha256;
import dev.intellibrix.internal.json.Json;
import java.util.List;
import java.util.stream.Collectors;

/** Names a call together with what it would do, so that an approval is good for that and for nothing else. */
final class Digests {

    private Digests() {}

    /** SHA-256 of a JSON array of all that an approval binds; an array, so that no two lists of values look alike. */
    static String of(GateHost host, CheckedCall checked, List<String> notes, List<ApprovalReason> reasons) {
        String bound = Json.writeEscaped(List.of(
                "intellibrix-approval-1",
                host.runId(),
                checked.call().id(),
                host.agentPath(),
                checked.tool().name(),
                checked.tool().inputSchema(),
                checked.invocation().category().name(),
                checked.invocation().inputJson(),
                notes,
                checked.call().label().toString(),
                reasons.stream()
                        .map(reason -> List.of(reason.kind().name(), reason.text()))
                        .toList()));
        return Sha256.hex(bound);
    }

    /** SHA-256 of the rules, the permissions, what the trust policy says, and these schemas. */
    static String ofPolicy(GatePolicy policy, List<String> trustTable, List<String> schemas) {
        return Sha256.hex(Json.writeEscaped(List.of(
                "intellibrix-policy-1",
                policy.rules().stream().map(rules -> rules.current().revision()).collect(Collectors.joining(",")),
                policy.permissions().toString(),
                trustTable,
                schemas)));
    }
}
