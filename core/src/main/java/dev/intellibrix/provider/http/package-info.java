/** What the builders of providers over HTTP have in common. */
@NullMarked
package dev.intellibrix.provider.http;

import org.jspecify.annotations.NullMarked;
