package dev.intellibrix.agenttools;

import dev.intellibrix.agenttools.memory.Memory;
import dev.intellibrix.store.KeyValueStore;
import java.time.Clock;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Where the tool {@code memory} keeps its notes, and how many. Immutable.
 *
 * <pre>{@code
 * AgentTools.builder(root).memory(MemoryOptions.builder(store).namespace("my-project").approveChanges(true).build())
 * }</pre>
 *
 * <p>A note keeps the trust of what had led to it, and all notes come back untrusted: a model may have written one after reading
 * a hostile page. Use one namespace per user where users must not see each other's notes; nothing else keeps them apart.
 *
 * <p>Notes of different keys never get into each other's way, however many runs and processes save at once. Of two saves of one
 * key the later one stays, whole, and its result tells whose note it replaced and when that was saved.
 */
public final class MemoryOptions {

    private final Builder options;

    private MemoryOptions(Builder options) {
        this.options = options;
    }

    /** A builder with the defaults, for notes in this store. */
    public static Builder builder(KeyValueStore store) {
        return new Builder(Objects.requireNonNull(store, "store"));
    }

    /** A builder with these options. */
    public Builder toBuilder() {
        return options.copy();
    }

    /** Where the notes are. */
    public KeyValueStore store() {
        return options.store;
    }

    /** Which notes of the store these are. */
    public String namespace() {
        return options.namespace;
    }

    /** Whether a person is asked before a note is saved or deleted. */
    public boolean approveChanges() {
        return options.approveChanges;
    }

    /** The most bytes of a note. */
    public int maxNoteBytes() {
        return options.maxNoteBytes;
    }

    /** The most notes of a namespace. */
    public int maxNotes() {
        return options.maxNotes;
    }

    /** What tells when a note was saved. */
    public Clock clock() {
        return options.clock;
    }

    /** What is done to a text before it is kept. */
    public UnaryOperator<String> redactor() {
        return options.redactor;
    }

    Memory.Settings settings() {
        return new Memory.Settings(
                options.store,
                options.namespace,
                options.approveChanges,
                options.maxNoteBytes,
                options.maxNotes,
                options.clock,
                options.redactor);
    }

    /** Collects {@link MemoryOptions}. Not thread-safe. */
    public static final class Builder {

        private static final int MAX_NAMESPACE = 100;

        private final KeyValueStore store;
        private String namespace = "default";
        private boolean approveChanges;
        private int maxNoteBytes = 16 * 1024;
        private int maxNotes = 1_000;
        private Clock clock = Clock.systemUTC();
        private UnaryOperator<String> redactor = UnaryOperator.identity();

        private Builder(KeyValueStore store) {
            this.store = store;
        }

        private Builder copy() {
            Builder copy = new Builder(store);
            copy.namespace = namespace;
            copy.approveChanges = approveChanges;
            copy.maxNoteBytes = maxNoteBytes;
            copy.maxNotes = maxNotes;
            copy.clock = clock;
            copy.redactor = redactor;
            return copy;
        }

        /**
         * Which notes of the store these are; "default" when not given. Notes of other namespaces are not seen.
         *
         * @throws IllegalArgumentException when it is blank, longer than 100 characters, or has a slash or a control
         *     character
         */
        public Builder namespace(String name) {
            if (name.isBlank()
                    || name.length() > MAX_NAMESPACE
                    || name.chars().anyMatch(c -> c == '/' || Character.isISOControl(c))) {
                throw new IllegalArgumentException("name must have 1 to " + MAX_NAMESPACE
                        + " characters without slashes and control characters, but is \"" + name + "\"");
            }
            this.namespace = name;
            return this;
        }

        /** Whether a person is asked before a note is saved or deleted; false when not given. */
        public Builder approveChanges(boolean needed) {
            this.approveChanges = needed;
            return this;
        }

        /**
         * The most bytes of UTF-8 of a note; 16,384 when not given.
         *
         * @throws IllegalArgumentException when it is not between 1 and 1,000,000
         */
        public Builder maxNoteBytes(int bytes) {
            this.maxNoteBytes = Checked.between(bytes, 1, 1_000_000, "bytes");
            return this;
        }

        /**
         * The most notes of a namespace; 1,000 when not given. Processes that save at the same moment can exceed it by as
         * many notes as they are.
         *
         * @throws IllegalArgumentException when it is not between 1 and 100,000
         */
        public Builder maxNotes(int notes) {
            this.maxNotes = Checked.between(notes, 1, 100_000, "notes");
            return this;
        }

        /** What tells when a note was saved; the system's clock when not given. */
        public Builder clock(Clock source) {
            this.clock = Objects.requireNonNull(source, "source");
            return this;
        }

        /** What is done to a text before it is kept, such as taking keys and passwords out; nothing when not given. */
        public Builder redactor(UnaryOperator<String> function) {
            this.redactor = Objects.requireNonNull(function, "function");
            return this;
        }

        /** The options. */
        public MemoryOptions build() {
            return new MemoryOptions(copy());
        }
    }
}
