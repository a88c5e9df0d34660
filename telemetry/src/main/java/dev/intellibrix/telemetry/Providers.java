package dev.intellibrix.telemetry;

/** Names providers as the conventions do. */
final class Providers {

    private Providers() {}

    /** The name of the provider with this id; of one that the conventions do not know, the id. */
    static String name(String id) {
        return "gemini".equals(id) ? "gcp.gemini" : id;
    }
}
