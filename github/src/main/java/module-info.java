/** GitHub tools and the bridge from webhooks to an agent. */
module dev.intellibrix.github {
    requires transitive dev.intellibrix.core;
    requires static transitive org.jspecify;
    requires org.slf4j;
}
