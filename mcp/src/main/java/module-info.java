/** Tools from servers of the Model Context Protocol, and a server of our own tools. */
module dev.intellibrix.mcp {
    requires transitive dev.intellibrix.core;
    requires static transitive org.jspecify;
    requires org.slf4j;
}
