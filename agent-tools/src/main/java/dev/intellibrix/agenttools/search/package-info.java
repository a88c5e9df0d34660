/** {@code web_search}: the search services that it asks, and what it shows of their answers. */
@NullMarked
package dev.intellibrix.agenttools.search;

import org.jspecify.annotations.NullMarked;
