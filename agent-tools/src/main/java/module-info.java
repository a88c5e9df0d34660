/** Patches, checks, plans, arithmetic, dates, JSON, notes, the web and delegation as tools. */
// requires-automatic: re2j has no module descriptor, and no type of it is in the API.
@SuppressWarnings("requires-automatic")
module dev.intellibrix.agenttools {
    exports dev.intellibrix.agenttools;
    exports dev.intellibrix.agenttools.ask;
    exports dev.intellibrix.agenttools.checks;
    exports dev.intellibrix.agenttools.contract;
    exports dev.intellibrix.agenttools.delegate;
    exports dev.intellibrix.agenttools.search;
    exports dev.intellibrix.agenttools.todo;

    opens dev.intellibrix.agenttools.ask to
            tools.jackson.databind;
    opens dev.intellibrix.agenttools.calculator to
            tools.jackson.databind;
    opens dev.intellibrix.agenttools.checks.run to
            tools.jackson.databind;
    opens dev.intellibrix.agenttools.contract to
            org.junit.platform.commons;
    opens dev.intellibrix.agenttools.datetime to
            tools.jackson.databind;
    opens dev.intellibrix.agenttools.diff to
            tools.jackson.databind;
    opens dev.intellibrix.agenttools.fetch to
            tools.jackson.databind;
    opens dev.intellibrix.agenttools.json to
            tools.jackson.databind;
    opens dev.intellibrix.agenttools.memory to
            tools.jackson.databind;
    opens dev.intellibrix.agenttools.patch to
            tools.jackson.databind;
    opens dev.intellibrix.agenttools.search to
            tools.jackson.databind;
    opens dev.intellibrix.agenttools.todo to
            tools.jackson.databind;

    requires com.fasterxml.jackson.annotation;
    requires transitive dev.intellibrix.core;
    requires transitive dev.intellibrix.workspace;
    requires static transitive org.jspecify;
    requires java.xml;
    requires org.jsoup;
    // For the contract tests alone; whoever extends one brings it along.
    requires static org.junit.jupiter.api;
    requires org.slf4j;
    requires re2j;
    requires tools.jackson.core;
    requires tools.jackson.databind;
}
