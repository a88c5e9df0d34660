/** Text for people: what could deceive the eye is made visible. */
@NullMarked
package dev.intellibrix.internal.text;

import org.jspecify.annotations.NullMarked;
