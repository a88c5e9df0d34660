package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.agenttools.json.value.JsonWriter;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/** What is done with strings. Positions are counted in code points. */
final class Texts {

    private static final int MAX_TEXT = 100_000_000;
    private static final String WHITE =
            "\t\n\013\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
                    + "\u2028\u2029\u202f\u205f\u3000";
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d++(\\.\\d*+)?|\\.\\d++)([eE][+-]?\\d++)?");

    private Texts() {}

    /** A string as it is, everything else as JSON. */
    static String toText(Run run, JsonValue value) {
        return value instanceof JsonText text ? text.text() : toJson(run, value);
    }

    static String toJson(Run run, JsonValue value) {
        run.work(value.weight());
        run.descend(value.depth());
        StringBuilder text = new StringBuilder();
        if (!new JsonWriter(text, MAX_TEXT).write(value)) {
            throw tooLong();
        }
        run.allocate(2L * text.length());
        return text.toString();
    }

    static JsonValue repeat(Run run, String text, double times) {
        if (times < 0 || Double.isNaN(times)) {
            return JsonConstant.NULL;
        }
        double length = text.length() * Math.floor(times);
        if (length > MAX_TEXT) {
            throw tooLong();
        }
        run.allocate((long) (2 * length));
        run.work((long) length >> 3);
        return run.made(new JsonText(text.isEmpty() ? "" : text.repeat((int) times)));
    }

    private static BudgetException tooLong() {
        return new BudgetException(String.format(
                Locale.ROOT,
                "the query was stopped because it makes a text of more than %,d characters; narrow it",
                MAX_TEXT));
    }

    static JsonArray split(Run run, String text, String separator) {
        run.scan(text);
        run.allocate(2L * text.length());
        JsonArray.Builder parts = new JsonArray.Builder();
        if (separator.isEmpty()) {
            run.work(4L * text.length());
            run.allocate((long) Cost.TEXT * text.length());
            text.codePoints().forEach(c -> parts.add(new JsonText(Character.toString(c))));
            return run.made(parts.build());
        }
        Search search = new Search(run, text, separator);
        int from = 0;
        for (int at = search.nextApart(); at >= 0; at = search.nextApart()) {
            run.step();
            run.allocate(Cost.TEXT);
            parts.add(new JsonText(text.substring(from, at)));
            from = at + separator.length();
        }
        if (!text.isEmpty()) {
            parts.add(new JsonText(text.substring(from)));
        }
        return run.made(parts.build());
    }

    /** Where a part begins in a text, places that overlap included; null for an empty part. */
    static JsonArray indices(Run run, String text, String part) {
        JsonArray.Builder found = new JsonArray.Builder();
        if (part.isEmpty()) {
            return found.build();
        }
        int counted = 0;
        int points = 0;
        Search search = new Search(run, text, part);
        for (int at = search.next(); at >= 0; at = search.next()) {
            run.step();
            run.allocate(Cost.VALUE);
            points += text.codePointCount(counted, at);
            counted = at;
            found.add(JsonNumber.of((long) points));
        }
        return found.build();
    }

    static JsonText ascii(String text, boolean upper) {
        StringBuilder changed = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean other = upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
            changed.append(other ? (char) (c ^ 0x20) : c);
        }
        return new JsonText(changed.toString());
    }

    /** Without the white space at the start, at the end, or both. */
    static JsonText trim(String text, boolean start, boolean end) {
        IntPredicate white = c -> WHITE.indexOf(c) >= 0;
        int from = 0;
        int to = text.length();
        while (start && from < to && white.test(text.charAt(from))) {
            from++;
        }
        while (end && to > from && white.test(text.charAt(to - 1))) {
            to--;
        }
        return new JsonText(text.substring(from, to));
    }

    static JsonArray explode(Run run, String text) {
        run.work(4L * text.length());
        run.allocate((long) Cost.VALUE * text.length());
        JsonArray.Builder points = new JsonArray.Builder();
        text.codePoints().forEach(c -> points.add(JsonNumber.of((long) c)));
        return run.made(points.build());
    }

    static JsonText implode(Run run, JsonValue value) {
        if (!(value instanceof JsonArray array)) {
            throw new QueryError("implode input must be an array");
        }
        run.work(4L * array.size());
        run.allocate(4L * array.size());
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < array.size(); i++) {
            if (!(array.get(i) instanceof JsonNumber number) || Double.isNaN(number.value())) {
                throw new QueryError(
                        QueryError.named(array.get(i)) + " can't be imploded, unicode codepoint needs to be numeric");
            }
            double point = number.value();
            boolean valid = point >= 0 && point <= Character.MAX_CODE_POINT && !(point >= 0xd800 && point < 0xe000);
            text.appendCodePoint(valid ? (int) point : 0xfffd);
        }
        return new JsonText(text.toString());
    }

    static JsonValue toNumber(JsonValue value) {
        if (value instanceof JsonNumber) {
            return value;
        }
        if (!(value instanceof JsonText text)) {
            throw new QueryError(QueryError.named(value) + " cannot be parsed as a number");
        }
        String written = text.text();
        String unsigned = written.startsWith("-") || written.startsWith("+") ? written.substring(1) : written;
        switch (unsigned.toLowerCase(Locale.ROOT)) {
            case "nan", "snan" -> {
                return JsonNumber.of(Double.NaN);
            }
            case "inf", "infinity" -> {
                return JsonNumber.of(written.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
            }
            default -> {
                if (written.length() > 10_000 || !NUMBER.matcher(written).matches()) {
                    throw new QueryError(QueryError.named(value) + " cannot be parsed as a number");
                }
                return number(written);
            }
        }
    }

    /** A number in any form that {@link #NUMBER} takes, in the form that JSON has. */
    static JsonNumber number(String written) {
        try {
            String text = new BigDecimal(written).toString();
            return JsonNumber.ofDigits(written.startsWith("-") && !text.startsWith("-") ? "-" + text : text);
        } catch (NumberFormatException e) {
            return JsonNumber.of(Double.parseDouble(written));
        }
    }
}
