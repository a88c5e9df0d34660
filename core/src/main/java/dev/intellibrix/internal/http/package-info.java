/** The HTTP set-up of the SDK over OkHttp. Internal; shared with our own modules only. */
@NullMarked
package dev.intellibrix.internal.http;

import org.jspecify.annotations.NullMarked;
