package dev.intellibrix.internal.schema;

import com.google.re2j.Pattern;
import com.networknt.schema.regex.RegularExpression;

/** A pattern of a schema, matched in linear time, since schemas may come from outside. */
final class LinearRegularExpression implements RegularExpression {

    private final Pattern pattern;

    private LinearRegularExpression(Pattern pattern) {
        this.pattern = pattern;
    }

    static RegularExpression compile(String regex) {
        return new LinearRegularExpression(Pattern.compile(regex));
    }

    @Override
    public boolean matches(String value) {
        return pattern.matcher(value).find();
    }
}
