package dev.intellibrix.mcp.client;

import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Tool;
import java.util.ArrayList;
import java.util.List;

/** A server's tool as a tool of ours. */
final class RemoteTool {

    private static final int FINGERPRINT_DIGITS = 12;
    private static final int MAX_SHOWN = 1000;

    private final Definition definition;
    private final RemoteServer server;

    private RemoteTool(Definition definition, RemoteServer server) {
        this.definition = definition;
        this.server = server;
    }

    /**
     * The tool for a definition.
     *
     * @param name under which the model calls it
     * @throws IllegalArgumentException when its schema can not be used
     */
    static Tool of(Definition definition, String name, RemoteServer server) {
        RemoteTool tool = new RemoteTool(definition, server);
        return Tool.define(name, definition.schema())
                .description(tool.description())
                .descriptionLabel(server.label())
                .category(server.settings().categoryOf(definition.name()))
                .needsApproval((input, context) -> tool.asks())
                .approvalNotes((input, context) -> tool.notes())
                .resultTrust(Trust.UNTRUSTED)
                .execute((input, context) -> server.call(definition, input, context));
    }

    /** Says whose words follow, so that they do not pass for the developer's. */
    private String description() {
        String from = "A tool of the MCP server " + server.settings().name();
        return definition.description().isEmpty() ? from + "." : from + ": " + definition.description();
    }

    /** Nothing that the server says can make this false: only the developer's word does, for what it was given about. */
    private boolean asks() {
        return !server.settings().free().contains(definition.name())
                || definition.isDestructive()
                || isChanged()
                || server.isUnknown();
    }

    private boolean isChanged() {
        return server.seen().isChanged(definition) || !server.isCurrent(definition);
    }

    /** The fingerprint is among them, so that an approval is good for this definition and no other. */
    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("the tool \"" + definition.name() + "\" of the MCP server "
                + server.settings().name() + ", definition "
                + definition.fingerprint().substring(0, FINGERPRINT_DIGITS));
        if (isChanged()) {
            String said = definition.description();
            notes.add("the server has changed what it says of this tool since it was first seen; now it says: "
                    + (said.length() > MAX_SHOWN ? said.substring(0, MAX_SHOWN) + "..." : said));
        }
        if (definition.isDestructive()) {
            notes.add("the server says of this tool that it may destroy something");
        }
        return notes;
    }
}
