/** Tools from servers of the Model Context Protocol, and a server of our own tools. */
// requires-automatic: the protocol's SDK and what it stands on have no module descriptors, and no type of them is in
// the API.
@SuppressWarnings("requires-automatic")
module dev.intellibrix.mcp {
    exports dev.intellibrix.mcp;

    requires transitive dev.intellibrix.core;
    requires static transitive org.jspecify;
    requires io.modelcontextprotocol.sdk.mcp.core;
    requires jdk.httpserver;
    requires okhttp3;
    requires okio;
    requires org.slf4j;
    requires reactor.core;
    requires org.reactivestreams;
    requires tools.jackson.core;
    requires tools.jackson.databind;
}
