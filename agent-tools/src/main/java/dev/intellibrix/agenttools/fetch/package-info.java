/** {@code fetch_url}: pages of the web as text, through the guarded client of core. */
@NullMarked
package dev.intellibrix.agenttools.fetch;

import org.jspecify.annotations.NullMarked;
