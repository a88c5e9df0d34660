package dev.intellibrix.internal.gate;

import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolInvocation;
import java.util.List;

/**
 * A call that nothing refuses by itself.
 *
 * @param invocation the tool with the model's input
 * @param reasons why somebody has to be asked; empty when nobody has to
 */
record CheckedCall(
        ToolCallPart call, Tool tool, ToolInvocation invocation, CallContext context, List<ApprovalReason> reasons) {}
