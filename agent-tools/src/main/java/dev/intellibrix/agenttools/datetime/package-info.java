/** The tool {@code datetime}: the time, time zones, and arithmetic with dates that says where clocks were changed. */
@NullMarked
package dev.intellibrix.agenttools.datetime;

import org.jspecify.annotations.NullMarked;
