package dev.intellibrix.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The bounds of an input field, both inclusive: of the value of a number, the length of a string, or the size of a list or
 * a map.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Range {

    /** The smallest value. */
    long min() default Long.MIN_VALUE;

    /** The largest value. */
    long max() default Long.MAX_VALUE;
}
