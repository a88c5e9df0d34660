package dev.intellibrix.github;

import dev.intellibrix.internal.http.Secrets;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.TextPart;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Something that happened on GitHub, as a verified webhook told it. GitHub vouches for who did what and where; the titles and
 * texts in it were written by anybody. So {@link #part} is untrusted, and what it comes from is in its origins. Immutable.
 */
public final class GitHubEvent {

    private static final Pattern ACTION = Pattern.compile("[a-z_]{1,100}");

    private final String name;
    private final String deliveryId;
    private final byte[] body;
    private final String action;
    private final String repository;
    private final int number;
    private final String sender;
    private final TextPart part;

    private GitHubEvent(String name, String deliveryId, byte[] body, ApiJson payload) {
        this.name = name;
        this.deliveryId = deliveryId;
        this.body = body;
        String action = payload.text("action");
        this.action = ACTION.matcher(action).matches() ? action : "";
        this.repository = Repository.of(payload.at("repository").text("full_name"))
                .map(Repository::toString)
                .orElse("");
        EventText text = new EventText(this, payload);
        this.number = text.number();
        this.sender = payload.user("sender");
        this.part = TextPart.of(text.shown(), Label.untrusted(text.origins().toArray(new Origin[0])));
    }

    /**
     * The event in a verified body.
     *
     * @throws JsonFault when the body is not a JSON object in UTF-8
     */
    static GitHubEvent of(String name, String deliveryId, byte[] body) throws JsonFault {
        JsonNode payload = parse(body);
        if (!payload.isObject()) {
            throw new JsonFault("no object");
        }
        return new GitHubEvent(name, deliveryId, body, new ApiJson(payload, Optional.empty(), Secrets.of(List.of())));
    }

    private static JsonNode parse(byte[] body) throws JsonFault {
        return Json.parseLeniently(new String(body, StandardCharsets.UTF_8));
    }

    /** The kind of event, such as {@code issues} or {@code pull_request}. It is in a header, which GitHub does not sign. */
    public String name() {
        return name;
    }

    /** What was done, such as {@code opened}. */
    public Optional<String> action() {
        return Optional.of(action).filter(each -> !each.isEmpty());
    }

    /** The id of the delivery. It is in a header, which GitHub does not sign. */
    public String deliveryId() {
        return deliveryId;
    }

    /** The full name of the repository, in lower case; nothing for an event of an organization. */
    public Optional<String> repository() {
        return Optional.of(repository).filter(each -> !each.isEmpty());
    }

    /** The number of the issue, the pull request or the discussion. */
    public OptionalInt number() {
        return number > 0 ? OptionalInt.of(number) : OptionalInt.empty();
    }

    /** The login of whoever did it; {@code nobody} when GitHub does not tell. */
    public String sender() {
        return sender;
    }

    /**
     * The event as text for a model: what happened and where, then what somebody wrote, at most 100,000 characters of it. Untrusted,
     * because of the webhook and of the issue, pull request or discussion, whose URL is among the origins.
     */
    public TextPart part() {
        return part;
    }

    /**
     * A message with a task for the model and this event.
     *
     * @param task what the developer wants done; put nothing of the event into it but its number and its repository, or it
     *     would pass for the developer's own words
     */
    public Message toMessage(String task) {
        return Message.user(task).with(part);
    }

    /** The whole payload: deeply unmodifiable, read anew at each call. Its texts are as untrusted as {@link #part}. */
    @SuppressWarnings("unchecked") // An object was read, so that a map comes of it.
    public Map<String, Object> payload() {
        try {
            return (Map<String, Object>) Objects.requireNonNull(plain(parse(body)));
        } catch (JsonFault e) {
            throw new IllegalStateException("the payload was read before", e);
        }
    }

    private static @Nullable Object plain(JsonNode node) {
        if (node.isObject()) {
            Map<String, Object> map = new LinkedHashMap<>();
            node.properties().forEach(field -> map.put(field.getKey(), plain(field.getValue())));
            return Collections.unmodifiableMap(map);
        }
        if (node.isArray()) {
            List<Object> list = new ArrayList<>(node.size());
            node.forEach(item -> list.add(plain(item)));
            return Collections.unmodifiableList(list);
        }
        return node.isNull() ? null : Json.mapper().treeToValue(node, Object.class);
    }

    int size() {
        return body.length;
    }

    /** What happened where, and nothing that somebody wrote. */
    @Override
    public String toString() {
        return "GitHubEvent[" + name + (action.isEmpty() ? "" : "." + action)
                + (repository.isEmpty() ? "" : " " + repository) + (number > 0 ? "#" + number : "") + ", " + deliveryId
                + "]";
    }
}
