package dev.intellibrix.agenttools.calculator;

/** A number: a fraction when it is known exactly, otherwise the bounds that it lies in. */
sealed interface Value permits Rational, Ball {}
