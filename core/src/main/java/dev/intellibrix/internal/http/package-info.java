/**
 * HTTP as all of the SDK speaks it: clients over OkHttp that do only what they are told, and what guards servers over the JDK's.
 * Internal; shared with our own modules only.
 */
@NullMarked
package dev.intellibrix.internal.http;

import org.jspecify.annotations.NullMarked;
