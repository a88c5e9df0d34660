/** Who may say no to a tool call, and what they are told before they decide. */
@NullMarked
package dev.intellibrix.approval;

import org.jspecify.annotations.NullMarked;
