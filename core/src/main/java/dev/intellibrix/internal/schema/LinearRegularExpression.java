package dev.intellibrix.internal.schema;

import com.google.re2j.Pattern;
import com.networknt.schema.regex.RegularExpression;
import dev.intellibrix.internal.text.PatternSize;

/** A pattern of a schema, matched in linear time, since schemas may come from outside. */
final class LinearRegularExpression implements RegularExpression {

    private static final int LARGEST = 2000; // Instructions: the time of a match is that of the text times these.

    private final Pattern pattern;

    private LinearRegularExpression(Pattern pattern) {
        this.pattern = pattern;
    }

    static RegularExpression compile(String regex) {
        if (PatternSize.of(regex) > LARGEST) {
            throw new IllegalArgumentException("the input schema has a pattern that is too large");
        }
        return new LinearRegularExpression(Pattern.compile(regex));
    }

    @Override
    public boolean matches(String value) {
        return pattern.matcher(value).find();
    }
}
