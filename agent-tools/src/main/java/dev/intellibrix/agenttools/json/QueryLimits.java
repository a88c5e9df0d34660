package dev.intellibrix.agenttools.json;

import java.time.Duration;

/**
 * What a query may cost.
 *
 * @param results how many results are shown
 * @param chars how many characters of results are shown
 * @param steps how many steps each value of the file may take
 * @param depth how deep values and recursions may nest
 * @param timeout how long the whole query may take
 */
public record QueryLimits(int results, int chars, long steps, int depth, Duration timeout) {}
