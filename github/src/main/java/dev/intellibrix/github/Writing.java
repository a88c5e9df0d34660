package dev.intellibrix.github;

import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolException;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Makes tools that change something. The input is what is sent, all of it or nothing; what it leaves out is sent as the default
 * that its description names. A note says where to.
 */
final class Writing {

    /**
     * Where a call writes to.
     *
     * @param repository the repository as the model wrote it
     * @param path the path of the API below it
     */
    record Target(String repository, String path) {}

    private Writing() {}

    static <I extends Record> Tool tool(
            String name,
            Class<I> input,
            String description,
            GitHubApi api,
            Function<I, Target> target,
            BiFunction<I, ApiCall, String> work) {
        Tool.Builder<I> tool = Tool.define(name, input)
                .description(description)
                .category(ToolCategory.WRITE)
                .approvalNotes((value, context) -> List.of(note(api, target.apply(value))))
                .resultTrust(Trust.UNTRUSTED);
        return (api.settings().approveWrites() ? tool.needsApproval() : tool)
                .execute((value, context) -> api.call(context, call -> work.apply(value, call)));
    }

    /** What a person should know beside the input: where it goes to, or that it goes nowhere. */
    private static String note(GitHubApi api, Target target) {
        try {
            Repository repository = api.repositories().check(target.repository());
            return "writes to " + api.site().page(repository) + target.path() + ", for all who can see that";
        } catch (ToolException e) {
            return "will be refused: " + e.getMessage();
        }
    }
}
