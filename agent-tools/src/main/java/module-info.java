/** Patches, checks, plans, arithmetic, dates, JSON, notes, the web and delegation as tools. */
module dev.intellibrix.agenttools {
    exports dev.intellibrix.agenttools;

    opens dev.intellibrix.agenttools.calculator to
            tools.jackson.databind;
    opens dev.intellibrix.agenttools.datetime to
            tools.jackson.databind;
    opens dev.intellibrix.agenttools.diff to
            tools.jackson.databind;
    opens dev.intellibrix.agenttools.patch to
            tools.jackson.databind;

    requires com.fasterxml.jackson.annotation;
    requires transitive dev.intellibrix.core;
    requires transitive dev.intellibrix.workspace;
    requires static transitive org.jspecify;
    requires org.jsoup;
    requires org.slf4j;
}
