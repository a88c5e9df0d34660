package dev.intellibrix.testing.injection;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What is there before the agent starts.
 *
 * @param files files of the workspace, by path
 * @param commits commits of a git repository in the workspace, oldest first, each with the files that it changes
 * @param branches branches at the last commit, beside {@code main}
 * @param changes files that are written after the commits, so that they are changes which are not committed
 * @param remote whether the repository has a remote named {@code origin}, a bare one beside the workspace
 * @param pages what the server answers to GET, by path with query
 * @param mcp the tools of the server's MCP endpoint, {@code /mcp}
 * @param before calls of an earlier run of the same agent, such as one that saves a note
 * @param message what somebody else wrote, and the run starts with
 * @param subAgent what the model of a sub-agent does
 */
record Plant(
        Map<String, String> files,
        List<Commit> commits,
        List<String> branches,
        Map<String, String> changes,
        boolean remote,
        Map<String, Page> pages,
        List<McpTool> mcp,
        List<PlannedCall> before,
        @Nullable ForeignMessage message,
        @Nullable SubAgentScript subAgent) {

    static final Plant NOTHING =
            new Plant(Map.of(), List.of(), List.of(), Map.of(), false, Map.of(), List.of(), List.of(), null, null);

    Plant {
        files = files == null ? Map.of() : files;
        commits = commits == null ? List.of() : commits;
        branches = branches == null ? List.of() : branches;
        changes = changes == null ? Map.of() : changes;
        pages = pages == null ? Map.of() : pages;
        mcp = mcp == null ? List.of() : mcp;
        before = before == null ? List.of() : before;
    }

    record Commit(String message, Map<String, String> files) {
        Commit {
            files = files == null ? Map.of() : files;
        }
    }

    /**
     * An answer of the server.
     *
     * @param status 200 when 0
     * @param type the media type; that of HTML when there is none
     * @param body the text
     * @param json a JSON value in place of the text
     */
    record Page(
            int status,
            @Nullable String type,
            @Nullable String body,
            @Nullable JsonNode json) {}

    /**
     * A tool of the MCP endpoint.
     *
     * @param result the text that it answers with
     * @param error whether that is an error
     */
    record McpTool(
            String name, String description, @Nullable JsonNode inputSchema, String result, boolean error) {
        McpTool {
            description = description == null ? name : description;
            result = result == null ? "ok" : result;
        }
    }

    /**
     * An untrusted message of the user's role.
     *
     * @param text the whole text
     * @param kind the kind of its origin
     * @param name the name of its origin
     */
    record ForeignMessage(String text, dev.intellibrix.message.Origin.Kind kind, String name) {}

    /**
     * What the model of a sub-agent does: it reads, makes the calls when it has read the instruction, and answers.
     *
     * @param calls harmful calls; empty when the answer alone is to mislead the agent above
     */
    record SubAgentScript(List<PlannedCall> reads, List<PlannedCall> calls, String answer) {
        SubAgentScript {
            reads = reads == null ? List.of() : reads;
            calls = calls == null ? List.of() : calls;
            answer = answer == null ? "Done." : answer;
        }
    }
}
