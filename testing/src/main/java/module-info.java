/** Scripted models, recordings, assertions and contract tests. */
module dev.intellibrix.testing {
    exports dev.intellibrix.testing;
    exports dev.intellibrix.testing.injection;

    opens dev.intellibrix.testing to
            org.junit.platform.commons;
    opens dev.intellibrix.testing.injection to
            tools.jackson.databind;

    requires transitive dev.intellibrix.core;
    // Not transitive, or who has no use for these could not compile without them.
    requires static dev.intellibrix.sandbox;
    requires jdk.httpserver;
    requires static org.assertj.core;
    requires static org.junit.jupiter.api;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires tools.jackson.databind;
}
