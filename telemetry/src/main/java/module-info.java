/** Traces and metrics of runs for OpenTelemetry. */
// requires-automatic: the API of OpenTelemetry has no module descriptors, only names.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.intellibrix.telemetry {
    exports dev.intellibrix.telemetry;

    requires transitive dev.intellibrix.core;
    requires transitive io.opentelemetry.api;
    requires io.opentelemetry.context;
    requires static transitive org.jspecify;
}
