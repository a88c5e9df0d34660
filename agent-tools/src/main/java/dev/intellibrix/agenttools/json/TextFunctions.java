package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The functions on strings. */
final class TextFunctions {

    private TextFunctions() {}

    static void addTo(Map<String, ValueFunction> all) {
        all.put("tostring/0", (run, in, args) -> in instanceof JsonText ? in : new JsonText(Texts.toJson(run, in)));
        all.put("tojson/0", (run, in, args) -> new JsonText(Texts.toJson(run, in)));
        all.put(
                "fromjson/0",
                (run, in, args) ->
                        FromJson.parse(run, text(run, in, QueryError.named(in) + " only strings can be parsed")));
        all.put("tonumber/0", (run, in, args) -> Texts.toNumber(in));
        all.put("toboolean/0", (run, in, args) -> toBoolean(in));
        all.put("explode/0", (run, in, args) -> Texts.explode(run, text(run, in, "explode input must be a string")));
        all.put("implode/0", (run, in, args) -> Texts.implode(run, in));
        all.put("utf8bytelength/0", (run, in, args) -> utf8Length(run, in));
        all.put("ascii_downcase/0", (run, in, args) -> ascii(run, in, false));
        all.put("ascii_upcase/0", (run, in, args) -> ascii(run, in, true));
        all.put("trim/0", (run, in, args) -> trim(run, in, true, true));
        all.put("ltrim/0", (run, in, args) -> trim(run, in, true, false));
        all.put("rtrim/0", (run, in, args) -> trim(run, in, false, true));
        all.put("startswith/1", (run, in, args) -> JsonConstant.of(starts(run, in, args[0])));
        all.put("endswith/1", (run, in, args) -> JsonConstant.of(ends(run, in, args[0])));
        all.put("ltrimstr/1", (run, in, args) -> withoutStart(run, in, args[0]));
        all.put("rtrimstr/1", (run, in, args) -> withoutEnd(run, in, args[0]));
        all.put("trimstr/1", (run, in, args) -> withoutEnd(run, withoutStart(run, in, args[0]), args[0]));
        all.put("split/1", (run, in, args) -> split(run, in, args[0]));
        all.put("join/1", (run, in, args) -> join(run, in, args[0]));
    }

    /** A string that is about to be gone through. */
    private static String text(Run run, JsonValue value, String complaint) {
        if (value instanceof JsonText text) {
            run.scan(text.text());
            return text.text();
        }
        throw new QueryError(complaint);
    }

    private static JsonValue toBoolean(JsonValue value) {
        if (value == JsonConstant.TRUE || value == JsonConstant.FALSE) {
            return value;
        }
        String written = value instanceof JsonText text ? text.text() : "";
        if (written.equals("true") || written.equals("false")) {
            return JsonConstant.of(written.equals("true"));
        }
        throw new QueryError(QueryError.named(value) + " cannot be parsed as a boolean");
    }

    private static JsonValue utf8Length(Run run, JsonValue in) {
        if (!(in instanceof JsonText text)) {
            throw new QueryError(QueryError.named(in) + " only strings have UTF-8 byte length");
        }
        run.scan(text.text());
        run.allocate(3L * text.text().length());
        return JsonNumber.of((long) text.text().getBytes(StandardCharsets.UTF_8).length);
    }

    private static JsonValue ascii(Run run, JsonValue in, boolean upper) {
        String text = text(run, in, "explode input must be a string");
        run.allocate(2L * text.length());
        return Texts.ascii(text, upper);
    }

    private static JsonValue trim(Run run, JsonValue in, boolean start, boolean end) {
        String text = text(run, in, "trim input must be a string");
        run.allocate(2L * text.length());
        return Texts.trim(text, start, end);
    }

    private static boolean starts(Run run, JsonValue in, JsonValue start) {
        String complaint = "startswith() requires string inputs";
        return text(run, in, complaint).startsWith(text(run, start, complaint));
    }

    private static boolean ends(Run run, JsonValue in, JsonValue end) {
        String complaint = "endswith() requires string inputs";
        return text(run, in, complaint).endsWith(text(run, end, complaint));
    }

    private static JsonValue withoutStart(Run run, JsonValue in, JsonValue start) {
        if (!starts(run, in, start)) {
            return in;
        }
        String text = ((JsonText) in).text();
        run.allocate(2L * text.length());
        return new JsonText(text.substring(((JsonText) start).text().length()));
    }

    private static JsonValue withoutEnd(Run run, JsonValue in, JsonValue end) {
        if (!ends(run, in, end)) {
            return in;
        }
        String text = ((JsonText) in).text();
        run.allocate(2L * text.length());
        return new JsonText(
                text.substring(0, text.length() - ((JsonText) end).text().length()));
    }

    private static JsonValue split(Run run, JsonValue in, JsonValue separator) {
        String complaint = "split input and separator must be strings";
        return Texts.split(run, text(run, in, complaint), text(run, separator, complaint));
    }

    /** Null joins as nothing; numbers and booleans as they are written. */
    private static JsonValue join(Run run, JsonValue in, JsonValue separator) {
        Fold.Sum sum = new Fold.Sum(run);
        boolean[] first = {true};
        Access.each(run, in, null, (value, none) -> {
            sum.add(first[0] ? new JsonText("") : separator);
            first[0] = false;
            boolean written = value instanceof JsonNumber || (value instanceof JsonConstant && !value.isNull());
            sum.add(written ? new JsonText(Texts.toJson(run, value)) : value.isNull() ? new JsonText("") : value);
            return true;
        });
        return first[0] ? new JsonText("") : sum.result();
    }
}
