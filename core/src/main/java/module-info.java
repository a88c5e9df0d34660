/** The agent loop and all that it is made of: messages, tools, approvals, rules, events, providers and stores. */
@SuppressWarnings("requires-automatic") // re2j has no module descriptor and no type of it is in the API
module dev.intellibrix.core {
    requires com.networknt.schema;
    requires java.sql;
    requires okhttp3;
    requires okhttp3.sse;
    requires static jdk.httpserver;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires re2j;
    requires tools.jackson.databind;
}
