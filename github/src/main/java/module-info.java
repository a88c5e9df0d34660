/** GitHub tools and the bridge from webhooks to an agent. */
module dev.intellibrix.github {
    exports dev.intellibrix.github;

    opens dev.intellibrix.github to
            tools.jackson.databind;

    requires com.fasterxml.jackson.annotation;
    requires transitive dev.intellibrix.core;
    requires static transitive jdk.httpserver;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires tools.jackson.core;
    requires tools.jackson.databind;
}
