/** Traces and metrics of runs for OpenTelemetry, by its conventions for generative AI. */
@NullMarked
package dev.intellibrix.telemetry;

import org.jspecify.annotations.NullMarked;
