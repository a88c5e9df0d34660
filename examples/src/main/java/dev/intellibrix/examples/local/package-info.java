/** An agent on a model that runs on this machine and knows no tools. */
@NullMarked
package dev.intellibrix.examples.local;

import org.jspecify.annotations.NullMarked;
