/** Scripted models, recordings, assertions and contract tests. */
module dev.intellibrix.testing {
    exports dev.intellibrix.testing;
    exports dev.intellibrix.testing.injection;

    opens dev.intellibrix.testing to
            org.junit.platform.commons;
    opens dev.intellibrix.testing.injection to
            tools.jackson.databind;

    requires transitive dev.intellibrix.core;
    requires static transitive dev.intellibrix.sandbox;
    requires jdk.httpserver;
    requires static transitive org.assertj.core;
    requires static org.junit.jupiter.api;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires tools.jackson.databind;
}
