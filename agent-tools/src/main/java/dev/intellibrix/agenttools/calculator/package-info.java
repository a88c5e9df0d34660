/** The tool {@code calculator}: arithmetic on exact fractions, and approximations of which every printed digit is right. */
@NullMarked
package dev.intellibrix.agenttools.calculator;

import org.jspecify.annotations.NullMarked;
