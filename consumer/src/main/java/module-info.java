/** A program on the module path that uses the published artifacts. */
module app {
    exports app;

    opens app to
            tools.jackson.databind;

    requires transitive dev.intellibrix.core;
}
