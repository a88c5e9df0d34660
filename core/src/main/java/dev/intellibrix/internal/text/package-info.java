/**
 * Text as a person or a model is shown it: what could deceive the eye is made visible, keys are taken out, a cut parts no
 * character, and who misspelled a name is told the nearest. Internal; shared with our own modules only.
 */
@NullMarked
package dev.intellibrix.internal.text;

import org.jspecify.annotations.NullMarked;
