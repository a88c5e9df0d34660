package dev.intellibrix;

import dev.intellibrix.ConversationHistory.Closing;
import dev.intellibrix.internal.hash.Sha256;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import java.util.ArrayList;
import java.util.Collections;
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
 * <p>The head may also name a message of results for calls that wait for a decision, and the run that they are of. It is read
 * when the conversation goes on without a decision, and is gone once there is another message.
 */
final class StoredConversation {

    private static final String FORMAT = "intellibrix-conversation";
    private static final int VERSION = 1;
    private static final String NONE = "-";

    /** So often the head is read anew when it has changed while the messages were read. */
    private static final int MAX_READS = 10;

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]{1,100}");
    private static final Set<String> FIELDS =
            Set.of("format", "version", "id", "count", "last", "closing", "run", "label");

    private final KeyValueStore store;
    private final String id;
    private final String prefix;
    private @Nullable String headText;
    private Head head = Head.EMPTY;

    StoredConversation(KeyValueStore store, String id) {
        this.store = store;
        this.id = id;
        this.prefix = "conversation/" + (PLAIN.matcher(id).matches() ? id : "#" + Sha256.hex(id)) + "/";
    }

    /**
     * Where a conversation ends.
     *
     * @param count how many messages there are
     * @param last the part of the last one's key that nobody else uses
     * @param closing the same of the message that stands in for the results of calls that wait, or {@value #NONE}
     * @param run the run whose calls wait; empty when none do
     * @param label the trust of all that the conversation has seen
     */
    private record Head(int count, String last, String closing, String run, Label label) {
        static final Head EMPTY = new Head(0, NONE, NONE, "", Label.TRUSTED);
    }

    /**
     * What was read of a conversation.
     *
     * @param label the trust of all that it has seen
     * @param closing what is to be said of calls that wait
     */
    record Content(List<Message> messages, Label label, Optional<Closing> closing) {}

    /** Looks whether there is something that this object has neither read nor written. */
    boolean isNews() {
        return !Objects.equals(get(headKey()).orElse(null), headText);
    }

    /**
     * All that is there. When it can not be read, nothing has been: the next attempt reads again. What somebody else takes
     * away in between is no damage, when the head says so.
     */
    Content read() {
        for (int tries = 1; ; tries++) {
            String text = get(headKey()).orElse(null);
            try {
                return read(text);
            } catch (StoreException e) {
                if (tries == MAX_READS || Objects.equals(get(headKey()).orElse(null), text)) {
                    throw e;
                }
            }
        }
    }

    private Content read(@Nullable String text) {
        Head there = text == null ? Head.EMPTY : head(text);
        List<Message> messages = new ArrayList<>();
        String name = there.last();
        for (int number = there.count(); number >= 1; number--) {
            String entry = entry(number, name);
            int end = entry.indexOf('\n');
            if (end < 0) {
                throw unreadable("message " + number + " is damaged", null);
            }
            messages.add(message(number, entry.substring(end + 1)));
            name = entry.substring(0, end);
        }
        Collections.reverse(messages);
        Content content = new Content(messages, there.label(), closing(there));
        head = there;
        headText = text;
        return content;
    }

    private Optional<Closing> closing(Head there) {
        if (there.closing().equals(NONE)) {
            return Optional.empty();
        }
        int number = there.count() + 1;
        String entry = entry(number, there.closing());
        return Optional.of(new Closing(there.run(), message(number, entry.substring(entry.indexOf('\n') + 1))));
    }

    /**
     * Adds messages, all of them or none.
     *
     * @param label the trust of the conversation with them
     * @throws ConversationConflictException when somebody else has added one first
     */
    void append(List<Message> messages, Label label) {
        List<String> written = new ArrayList<>();
        String last = head.last();
        int count = head.count();
        for (Message message : messages) {
            last = write(++count, last, message);
            written.add(messageKey(count, last));
        }
        move(new Head(count, last, NONE, "", label), written);
    }

    /** Keeps what is to be said of calls that wait. */
    void suspend(Closing closing) {
        int number = head.count() + 1;
        String name = write(number, head.last(), closing.results());
        Head waiting = new Head(head.count(), head.last(), name, closing.runId(), head.label());
        move(waiting, List.of(messageKey(number, name)));
    }

    /** Keeps a message under a key of its own, where nobody looks for it yet. */
    private String write(int number, String before, Message message) {
        String name = UUID.randomUUID().toString().replace("-", "");
        String entry = before + "\n" + message.toJson();
        if (entry.length() > KeyValueStore.MAX_VALUE_LENGTH) {
            throw new StoreException("a message of conversation " + id + " has " + entry.length()
                    + " characters, which is more than a store keeps");
        }
        store.put(messageKey(number, name), entry);
        return name;
    }

    /** Lets what was written count, or takes it away when somebody else was first. */
    private void move(Head next, List<String> written) {
        String text = json(next);
        if (!isSet(text)) {
            written.forEach(this::remove);
            throw new ConversationConflictException(id);
        }
        Head before = head;
        head = next;
        headText = text;
        if (!before.closing().equals(NONE)) {
            remove(messageKey(before.count() + 1, before.closing()));
        }
    }

    /** Sets the head; what became of it when the store failed is looked up, since every head names a key of its own. */
    private boolean isSet(String text) {
        try {
            return store.compareAndSet(headKey(), Optional.ofNullable(headText), text);
        } catch (StoreException e) {
            if (get(headKey()).filter(text::equals).isPresent()) {
                return true;
            }
            throw e;
        }
    }

    private void remove(String key) {
        try {
            store.delete(key);
        } catch (StoreException e) {
            // It stays behind, where nobody looks for it; what was to be done is done.
        }
    }

    private String entry(int number, String name) {
        return get(messageKey(number, name)).orElseThrow(() -> unreadable("message " + number + " is missing", null));
    }

    private Optional<String> get(String key) {
        Optional<String> there = store.get(key);
        if (there == null) {
            throw new StoreException("the store gave null in place of what is under " + key);
        }
        return there;
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
        node.put("run", of.run());
        try {
            node.set("label", Json.parse(of.label().toJson()));
        } catch (JsonFault e) {
            throw new IllegalStateException("what was written can not be read: " + e.getMessage(), e);
        }
        return Json.writeEscaped(node);
    }

    /** A label that is gone or can not be read is untrusted, and says where it was lost. */
    private Head head(String text) {
        try {
            StateFields fields = new StateFields("the head", Json.parse(text), FIELDS);
            if (!fields.text("format").equals(FORMAT) || fields.count("version") != VERSION) {
                throw new JsonFault("the format is not known");
            }
            if (!fields.text("id").equals(id)) { // Ids that differ in half of a surrogate pair have the same keys.
                throw new JsonFault("it is another one's");
            }
            JsonNode label = fields.any("label");
            return new Head(
                    fields.smallCount("count"),
                    fields.text("last"),
                    fields.text("closing"),
                    fields.text("run"),
                    label.path("trust").isString() ? Label.fromJson(Json.writeEscaped(label)) : lost());
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
}
