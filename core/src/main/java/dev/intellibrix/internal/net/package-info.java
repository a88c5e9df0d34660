/**
 * Reaching hosts of the internet that a model, a page or a redirect names: strict URLs, a table of the addresses that are never
 * connected to, and an HTTP client whose every connection goes to an address that was checked. Internal; shared with our own
 * modules only.
 */
@NullMarked
package dev.intellibrix.internal.net;

import org.jspecify.annotations.NullMarked;
