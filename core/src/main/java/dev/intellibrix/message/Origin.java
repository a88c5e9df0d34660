package dev.intellibrix.message;

import java.util.Objects;

/**
 * Where content came from, so that a prompt or a policy can say why something is untrusted ("because of
 * {@code FILE README.md}").
 *
 * @param kind the kind of source
 * @param name the source's own name, such as a path, a URL or a tool name; may be empty
 */
public record Origin(Kind kind, String name) {

    /** The kinds of sources. */
    public enum Kind {
        /** The user of the agent. */
        USER,
        /** A tool's result. */
        TOOL,
        /** A file of the workspace. */
        FILE,
        /** A web address. */
        URL,
        /** A server of the Model Context Protocol. */
        MCP_SERVER,
        /** Another agent's answer. */
        SUB_AGENT,
        /** Something kept from an earlier run: a note, a stored conversation. */
        STORE,
        /** An event that a webhook received. */
        WEBHOOK,
        /** A caller from another process. */
        REMOTE_CALLER,
        /** Something that none of the other kinds describes. */
        OTHER,
        /** More sources than a label lists. */
        OVERFLOW
    }

    public Origin {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
    }

    /** An origin of this kind and name. */
    public static Origin of(Kind kind, String name) {
        return new Origin(kind, name);
    }

    /** The kind in lower case, then the name: {@code file README.md}. */
    @Override
    public String toString() {
        String label = kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        return name.isEmpty() ? label : label + " " + name;
    }
}
