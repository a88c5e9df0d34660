/** Intercept rules: patterns on commands that block a call or ask first, and the HTTP endpoint that shows and changes them. */
@NullMarked
package dev.intellibrix.rules;

import org.jspecify.annotations.NullMarked;
