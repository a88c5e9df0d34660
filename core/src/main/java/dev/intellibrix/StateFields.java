package dev.intellibrix;

import dev.intellibrix.internal.json.JsonFault;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The fields of an object in a stored state: exactly those that it may have. */
final class StateFields {

    /** How many digits after the point an amount has at most. */
    static final int MAX_SCALE = 20;

    private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,40}(\\.[0-9]{1," + MAX_SCALE + "})?");

    private final String where;
    private final JsonNode node;

    StateFields(String where, JsonNode node, Set<String> known) throws JsonFault {
        this.where = where;
        this.node = node;
        if (!node.isObject()) {
            throw new JsonFault(where + " is no object");
        }
        for (String name : node.propertyNames()) {
            if (!known.contains(name)) {
                throw new JsonFault("field " + name + " of " + where + " is not known");
            }
        }
    }

    String text(String name) throws JsonFault {
        JsonNode value = node.path(name);
        if (!value.isString()) {
            throw fault(name, "a string");
        }
        return value.stringValue();
    }

    long count(String name) throws JsonFault {
        JsonNode value = node.path(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
            throw fault(name, "a whole number from 0");
        }
        return value.longValue();
    }

    /** A number that is not negative, and neither so long nor so fine that to reckon with it takes long. */
    BigDecimal amount(String name) throws JsonFault {
        String value = text(name);
        if (!AMOUNT.matcher(value).matches()) {
            throw fault(name, "an amount");
        }
        return new BigDecimal(value);
    }

    int smallCount(String name) throws JsonFault {
        long value = count(name);
        if (value > Integer.MAX_VALUE) {
            throw fault(name, "a number of less than " + Integer.MAX_VALUE);
        }
        return (int) value;
    }

    List<Integer> smallCounts(String name) throws JsonFault {
        List<Integer> counts = new ArrayList<>();
        for (JsonNode item : list(name)) {
            if (!item.isIntegralNumber() || !item.canConvertToInt() || item.intValue() < 0) {
                throw fault(name, "a list of whole numbers from 0");
            }
            counts.add(item.intValue());
        }
        return List.copyOf(counts);
    }

    <E extends Enum<E>> E word(String name, Class<E> type) throws JsonFault {
        String text = text(name);
        try {
            return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new JsonFault(name + " of " + where + " is the unknown word " + text);
        }
    }

    JsonNode any(String name) {
        return node.path(name);
    }

    List<JsonNode> list(String name) throws JsonFault {
        JsonNode value = node.path(name);
        if (!value.isArray()) {
            throw fault(name, "a list");
        }
        List<JsonNode> items = new ArrayList<>();
        value.forEach(items::add);
        return items;
    }

    List<String> texts(String name) throws JsonFault {
        List<String> texts = new ArrayList<>();
        for (JsonNode item : list(name)) {
            if (!item.isString()) {
                throw fault(name, "a list of strings");
            }
            texts.add(item.stringValue());
        }
        return texts;
    }

    private JsonFault fault(String name, String wanted) {
        return new JsonFault("field " + name + " of " + where + " is not " + wanted);
    }
}
