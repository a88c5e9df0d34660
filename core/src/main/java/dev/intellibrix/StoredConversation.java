package dev.intellibrix;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A conversation in a store: one key a message, and a head that names the last one. Each message names the one before it, and
 * its key has a part that nobody else uses; so what a crash left behind, or somebody who lost a race, is never read. A message
 * counts from the moment at which the head was moved to it, by compare-and-set. Used by one run at a time.
 *
 * <p>The head may also name a message of results for calls that wait for a decision. It is read in place of the real results
 * when the conversation goes on without them, and is gone once there is another message.
 */
final class StoredConversation {

    private static final String FORMAT = "intellibrix-conversation";
    private static final int VERSION = 1;
    private static final String NONE = "-";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]{1,100}");
    private static final Set<String> FIELDS = Set.of("format", "version", "id", "count", "last", "closing", "label");

    private final KeyValueStore store;
    private final String id;
    private final String prefix;
    private @Nullable String headText;
    private Head head = Head.EMPTY;

    StoredConversation(KeyValueStore store, String id) {
        this.store = store;
        this.id = id;
        this.prefix = "conversation/" + (PLAIN.matcher(id).matches() ? id : "#" + sha256(id)) + "/";
    }

    /**
     * Where a conversation ends.
     *
     * @param count how many messages there are
     * @param last the part of the last one's key that nobody else uses
     * @param closing the same of the message that stands in for the results of calls that wait, or {@value #NONE}
     * @param label the trust of all that the conversation has seen
     */
    private record Head(int count, String last, String closing, Label label) {
        static final Head EMPTY = new Head(0, NONE, NONE, Label.TRUSTED);
    }

    /** Looks whether there is something that this object has neither read nor written. */
    boolean isNews() {
        return !Objects.equals(store.get(headKey()).orElse(null), headText);
    }

    /** All messages, in order. */
    List<Message> read() {
        String text = store.get(headKey()).orElse(null);
        head = text == null ? Head.EMPTY : head(text);
        headText = text;
        List<Message> messages = new ArrayList<>();
        String name = head.last();
        for (int number = head.count(); number >= 1; number--) {
            String entry = entry(number, name);
            int end = entry.indexOf('\n');
            if (end < 0) {
                throw unreadable("message " + number + " is damaged", null);
            }
            messages.add(message(number, entry.substring(end + 1)));
            name = entry.substring(0, end);
        }
        Collections.reverse(messages);
        return messages;
    }

    /** What is to be read in place of results that nobody has decided about. */
    Optional<Message> readClosing() {
        if (head.closing().equals(NONE)) {
            return Optional.empty();
        }
        int number = head.count() + 1;
        String entry = entry(number, head.closing());
        return Optional.of(message(number, entry.substring(entry.indexOf('\n') + 1)));
    }

    Label label() {
        return head.label();
    }

    /**
     * Adds a message.
     *
     * @param label the trust of the conversation with it
     * @throws ConversationConflictException when somebody else has added one first
     */
    void append(Message message, Label label) {
        String name = write(message);
        String oldClosing = messageKey(head.count() + 1, head.closing());
        boolean hadClosing = !head.closing().equals(NONE);
        move(new Head(head.count() + 1, name, NONE, label), name);
        if (hadClosing) {
            store.delete(oldClosing);
        }
    }

    /** Keeps what is to be read in place of the results of calls that wait. */
    void suspend(Message closing) {
        String name = write(closing);
        move(new Head(head.count(), head.last(), name, head.label().join(closing.label())), name);
    }

    /** Keeps a message under a key of its own, where nobody looks for it yet. */
    private String write(Message message) {
        String name = UUID.randomUUID().toString().replace("-", "");
        String entry = head.last() + "\n" + message.toJson();
        if (entry.length() > KeyValueStore.MAX_VALUE_LENGTH) {
            throw new StoreException("a message of conversation " + id + " has " + entry.length()
                    + " characters, which is more than a store keeps");
        }
        store.put(messageKey(head.count() + 1, name), entry);
        return name;
    }

    private void move(Head next, String written) {
        String text = json(next);
        if (!store.compareAndSet(headKey(), Optional.ofNullable(headText), text)) {
            store.delete(messageKey(head.count() + 1, written));
            throw new ConversationConflictException(id);
        }
        head = next;
        headText = text;
    }

    private String entry(int number, String name) {
        return store.get(messageKey(number, name))
                .orElseThrow(() -> unreadable("message " + number + " is missing", null));
    }

    private Message message(int number, String json) {
        try {
            return Message.fromJson(json);
        } catch (IllegalArgumentException e) {
            throw unreadable("message " + number + " is damaged", e);
        }
    }

    private String json(Head of) {
        ObjectNode node = Json.object();
        node.put("format", FORMAT).put("version", VERSION).put("id", id);
        node.put("count", of.count()).put("last", of.last()).put("closing", of.closing());
        try {
            node.set("label", Json.parse(of.label().toJson()));
        } catch (JsonFault e) {
            throw new IllegalStateException("what was written can not be read: " + e.getMessage(), e);
        }
        return Json.write(node);
    }

    /** A label that is gone or can not be read is untrusted, and says where it was lost. */
    private Head head(String text) {
        try {
            StateFields fields = new StateFields("the head", Json.parse(text), FIELDS);
            if (!fields.text("format").equals(FORMAT) || fields.count("version") != VERSION) {
                throw new JsonFault("the format is not known");
            }
            JsonNode label = fields.any("label");
            return new Head(
                    fields.smallCount("count"),
                    fields.text("last"),
                    fields.text("closing"),
                    label.path("trust").isString() ? Label.fromJson(Json.write(label)) : lost());
        } catch (JsonFault e) {
            throw unreadable(e.getMessage(), e);
        }
    }

    private Label lost() {
        return Label.untrusted(Origin.of(Origin.Kind.STORE, "conversation " + id));
    }

    private String headKey() {
        return prefix + "head";
    }

    private String messageKey(int number, String name) {
        return prefix + String.format(Locale.ROOT, "message/%010d-%s", number, name);
    }

    private StoreException unreadable(@Nullable String why, @Nullable Throwable cause) {
        return new StoreException("conversation " + id + " can not be read: " + why, cause);
    }

    private static String sha256(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
