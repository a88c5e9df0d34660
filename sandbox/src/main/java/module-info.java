/** Runs code written by a model in a sandbox. */
module dev.intellibrix.sandbox {
    exports dev.intellibrix.sandbox;

    opens dev.intellibrix.sandbox to
            tools.jackson.databind;

    requires com.fasterxml.jackson.annotation;
    requires transitive dev.intellibrix.core;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires tools.jackson.databind;
}
