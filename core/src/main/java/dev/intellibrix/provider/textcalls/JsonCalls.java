package dev.intellibrix.provider.textcalls;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.provider.wire.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads calls that are written as JSON: an object with a name and arguments, or an array of such objects. */
final class JsonCalls {

    /** How much of a broken JSON text is looked at for the name of the tool. */
    private static final int HEAD = 300;

    private static final Pattern NAME = Pattern.compile(
            "[\\s\\[{]*(?:\"type\"\\s*:\\s*\"function\"\\s*,\\s*)?\"name\"\\s*:\\s*\"([^\"\\\\]{1,200})\"");

    private JsonCalls() {}

    /**
     * The calls that the text is, all or none.
     *
     * @param needsArguments whether a name alone is no call
     */
    static List<WrittenCall> in(String json, boolean needsArguments) {
        Arguments mended = mended(json);
        JsonNode read = parsed(mended.text());
        if (read == null) {
            return List.of();
        }
        List<WrittenCall> calls = new ArrayList<>();
        for (JsonNode element : read.isArray() ? read : List.of(read)) {
            Optional<WrittenCall> call = callIn(element, needsArguments, mended.repaired());
            if (call.isEmpty()) {
                return List.of();
            }
            calls.add(call.get());
        }
        return calls;
    }

    /** The same for markup that means nothing else: JSON that can not be read is a broken call, if it names its tool. */
    static List<WrittenCall> marked(String json) {
        return parsed(mended(json).text()) == null ? broken(json) : in(json, false);
    }

    /** A call of this name with this text of its arguments. */
    static WrittenCall of(String name, String arguments) {
        Arguments mended = mended(arguments);
        return new WrittenCall(name, mended.text(), mended.repaired(), parsed(mended.text()) == null);
    }

    private static List<WrittenCall> broken(String json) {
        Matcher name = NAME.matcher(json.substring(0, Math.min(HEAD, json.length())));
        return name.lookingAt() ? List.of(new WrittenCall(name.group(1), json, false, true)) : List.of();
    }

    private static Optional<WrittenCall> callIn(JsonNode element, boolean needsArguments, boolean repaired) {
        JsonNode function = element.path("function").isObject() ? element.path("function") : element;
        String name = function.path("name").stringValue("");
        JsonNode arguments = function.has("arguments") ? function.path("arguments") : function.path("parameters");
        if (name.isBlank() || (needsArguments && arguments.isMissingNode())) {
            return Optional.empty();
        }
        if (arguments.isMissingNode() || arguments.isNull()) {
            return Optional.of(new WrittenCall(name, "{}", repaired, false));
        }
        if (!arguments.isString()) {
            return Optional.of(new WrittenCall(name, Json.write(arguments), repaired, false));
        }
        WrittenCall call = of(name, arguments.stringValue());
        return Optional.of(new WrittenCall(name, call.arguments(), repaired || call.repaired(), call.isBroken()));
    }

    /** Mends what providers mend, and line breaks and tabs that stand in strings as they are. */
    private static Arguments mended(String json) {
        Arguments plain = Arguments.of(json);
        if (plain.repaired() || parsed(plain.text()) != null) {
            return plain;
        }
        Arguments again = Arguments.of(withEscapes(json));
        return parsed(again.text()) == null ? plain : new Arguments(again.text(), true);
    }

    private static String withEscapes(String json) {
        StringBuilder text = new StringBuilder(json.length() + 16);
        boolean inString = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (inString && c == '\\' && i + 1 < json.length()) {
                text.append(c).append(json.charAt(++i));
            } else if (inString && c < ' ') {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                inString ^= c == '"';
                text.append(c);
            }
        }
        return text.toString();
    }

    private static @Nullable JsonNode parsed(String json) {
        try {
            return Json.parse(json);
        } catch (JsonFault e) {
            return null;
        }
    }
}
