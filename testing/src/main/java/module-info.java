/** Scripted models, recordings, assertions and contract tests. */
module dev.intellibrix.testing {
    exports dev.intellibrix.testing;

    opens dev.intellibrix.testing to
            org.junit.platform.commons;

    requires transitive dev.intellibrix.core;
    requires static transitive dev.intellibrix.sandbox;
    requires static transitive org.assertj.core;
    requires static org.junit.jupiter.api;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires tools.jackson.databind;
}
