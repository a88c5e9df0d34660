package dev.intellibrix;

import dev.intellibrix.internal.hash.Sha256;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.internal.text.CharacterBorder;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.tool.ToolProvider;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * Moves the texts of large tool results into a store. The model is sent their beginning and their end with a handle, and reads
 * more with the tool {@code read_result}, page by page, within the same conversation. It is a policy and a tool, and both have
 * to be given:
 *
 * <pre>{@code
 * LargeResults large = LargeResults.in(store, 20_000);
 * .contextPolicy(large).tools(large)
 * }</pre>
 *
 * <p>The conversation itself keeps the whole result. What is read again is untrusted and has its origins. A result that cannot
 * be moved is sent whole. The texts stay in the store under {@code result/}, until the application deletes them. Thread-safe.
 */
public final class LargeResults implements ContextPolicy, ToolProvider {

    private static final Logger LOG = LoggerFactory.getLogger(LargeResults.class);
    private static final String TOOL = "read_result";
    private static final Pattern HANDLE = Pattern.compile("r[0-9a-f]{24}");
    private static final int MIN_CHARS = 1_000;

    private final KeyValueStore store;
    private final int maxChars;
    private final Tool tool;

    private LargeResults(KeyValueStore store, int maxChars) {
        this.store = store;
        this.maxChars = maxChars;
        this.tool = Tool.define(TOOL, Page.class)
                .description(
                        "Read more of a long tool result that was shown in part, by its handle. Answers with up to "
                                + maxChars + " characters from the offset.")
                .category(ToolCategory.READ)
                .resultTrust(Trust.UNTRUSTED)
                .execute((input, context) -> read(input, context.conversationId()));
    }

    /** The input of the tool. */
    record Page(
            @Description("The handle, as the result gave it")
            String handle,

            @Description("How many characters to skip; 0 when left out") @Range(min = 0)
            Optional<Integer> offset) {}

    /**
     * Results of more than so many characters are moved.
     *
     * @param maxChars how many characters of a result are sent, and how many a page has; from 1,000
     */
    public static LargeResults in(KeyValueStore store, int maxChars) {
        if (maxChars < MIN_CHARS) {
            throw new IllegalArgumentException("maxChars must be at least " + MIN_CHARS + ", but is " + maxChars);
        }
        return new LargeResults(Objects.requireNonNull(store, "store"), maxChars);
    }

    @Override
    public List<Tool> tools() {
        return List.of(tool);
    }

    @Override
    public Fitting begin(ContextRun run) {
        IdentityHashMap<Message, Message> shortened = new IdentityHashMap<>();
        return messages -> messages.stream()
                .map(message -> message.role() == Role.TOOL
                        ? shortened.computeIfAbsent(message, whole -> shortened(whole, run.conversationId()))
                        : message)
                .toList();
    }

    private Message shortened(Message message, String conversationId) {
        List<ToolResultPart> results = message.toolResults();
        if (results.stream().noneMatch(this::isLarge)) {
            return message;
        }
        return Message.toolResults(results.stream()
                .map(result -> isLarge(result) ? moved(result, conversationId) : result)
                .toList());
    }

    /** A page is never moved again. */
    private boolean isLarge(ToolResultPart result) {
        return result.text().length() > maxChars && !result.toolName().equals(TOOL);
    }

    private ToolResultPart moved(ToolResultPart result, String conversationId) {
        String text = Json.writeEscaped(result.text()); // A store keeps no U+0000 and no half of a surrogate pair.
        String handle = "r" + Sha256.hex(result.callId() + "\n" + text).substring(0, 24);
        try {
            store.put(key(conversationId, handle), result.label().toJson() + "\n" + text);
        } catch (RuntimeException e) {
            LOG.warn("a large result could not be moved, and is sent whole", e);
            return result;
        }
        int headEnd = CharacterBorder.upTo(result.text(), maxChars * 2 / 3);
        return result.withText(Cuts.headAndTail(
                result.text(),
                maxChars,
                "\n[%d characters are left out here; read them with " + TOOL + ", handle " + handle + ", offset "
                        + headEnd + "]\n"));
    }

    private ToolOutput read(Page page, String conversationId) throws ToolException {
        Optional<String> entry = HANDLE.matcher(page.handle()).matches()
                ? store.get(key(conversationId, page.handle()))
                : Optional.empty();
        String kept = entry.orElseThrow(() -> new ToolException("no result has the handle " + page.handle()
                + "; use a handle that a result of this conversation gave"));
        int line = kept.indexOf('\n');
        Label label = Label.fromJson(kept.substring(0, Math.max(line, 0)));
        String text = text(kept.substring(line + 1));
        int from = page.offset().orElse(0);
        if (from >= text.length()) {
            throw new ToolException(
                    "offset " + from + " is behind the end: the result has " + text.length() + " characters");
        }
        int start = CharacterBorder.upTo(text, from);
        int end = CharacterBorder.upTo(text, start + Math.min(text.length() - start, maxChars));
        String rest = end == text.length()
                ? "\n[the end; the result has " + text.length() + " characters]"
                : "\n[characters " + start + " to " + end + " of " + text.length() + "; go on with offset " + end + "]";
        return ToolOutput.text(text.substring(start, end) + rest)
                .from(label.origins().toArray(new Origin[0]));
    }

    private static String text(String kept) throws ToolException {
        try {
            return Json.parse(kept).stringValue();
        } catch (JsonFault | JacksonException e) {
            throw new ToolException("what was kept of this result is damaged; make the call again");
        }
    }

    /** A conversation's id may be any text, and one conversation must not reach into another. */
    private static String key(String conversationId, String handle) {
        return "result/"
                + Sha256.hex(Json.writeEscaped(List.of(conversationId))).substring(0, 32) + "/" + handle;
    }
}
