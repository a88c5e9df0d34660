/** Patches, checks, plans, arithmetic, dates, JSON, notes, the web and delegation as tools. */
module dev.intellibrix.agenttools {
    requires transitive dev.intellibrix.core;
    requires transitive dev.intellibrix.workspace;
    requires static transitive org.jspecify;
    requires org.jsoup;
    requires org.slf4j;
}
