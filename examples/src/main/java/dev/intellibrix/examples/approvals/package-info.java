/** Calls that wait for a person on a web page. */
@NullMarked
package dev.intellibrix.examples.approvals;

import org.jspecify.annotations.NullMarked;
