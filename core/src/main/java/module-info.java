/** The agent loop and all that it is made of: messages, tools, approvals, rules, events, providers and stores. */
// requires-automatic: re2j has no module descriptor, and no type of it is in the API.
// module: the modules that the internal packages are shared with are compiled after this one.
@SuppressWarnings({"requires-automatic", "module"})
module dev.intellibrix.core {
    exports dev.intellibrix;
    exports dev.intellibrix.approval;
    exports dev.intellibrix.brick;
    exports dev.intellibrix.event;
    exports dev.intellibrix.message;
    exports dev.intellibrix.provider;
    exports dev.intellibrix.provider.anthropic;
    exports dev.intellibrix.provider.gemini;
    exports dev.intellibrix.provider.http;
    exports dev.intellibrix.provider.openai;
    exports dev.intellibrix.provider.textcalls;
    exports dev.intellibrix.report;
    exports dev.intellibrix.rules;
    exports dev.intellibrix.store;
    exports dev.intellibrix.tool;
    exports dev.intellibrix.internal.http to
            dev.intellibrix.agenttools,
            dev.intellibrix.github,
            dev.intellibrix.mcp,
            dev.intellibrix.sandbox,
            dev.intellibrix.testing;
    exports dev.intellibrix.internal.json to
            dev.intellibrix.agenttools,
            dev.intellibrix.github,
            dev.intellibrix.mcp,
            dev.intellibrix.sandbox,
            dev.intellibrix.telemetry,
            dev.intellibrix.testing,
            dev.intellibrix.workspace;
    exports dev.intellibrix.internal.net to
            dev.intellibrix.agenttools,
            dev.intellibrix.github,
            dev.intellibrix.sandbox;
    exports dev.intellibrix.internal.process to
            dev.intellibrix.agenttools,
            dev.intellibrix.mcp,
            dev.intellibrix.sandbox,
            dev.intellibrix.workspace;
    exports dev.intellibrix.internal.text to
            dev.intellibrix.agenttools,
            dev.intellibrix.github,
            dev.intellibrix.mcp,
            dev.intellibrix.testing,
            dev.intellibrix.workspace;

    opens dev.intellibrix to
            tools.jackson.databind;

    requires com.networknt.schema;
    requires transitive java.sql;
    requires okhttp3;
    requires static transitive jdk.httpserver;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires re2j;
    requires tools.jackson.databind;
}
