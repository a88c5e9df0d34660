package dev.intellibrix.rules;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.rules.InterceptRule.Action;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads the JSON of a rules file token by token, since a fault has to name its line. Used once. */
final class RulesParser {

    /** The longest text that is read, in characters. */
    static final int MAX_LENGTH = 1_000_000;

    private static final int MAX_RULES = 1_000;

    private final String json;

    RulesParser(String json) {
        this.json = json;
    }

    RulesDocument document() throws RulesFault {
        if (json.length() > MAX_LENGTH) {
            throw new RulesFault("the text has " + json.length() + " characters; at most " + MAX_LENGTH + " are read");
        }
        String text = json.startsWith("\ufeff") ? json.substring(1) : json;
        try (JsonParser parser = Json.mapper().createParser(text)) {
            return new Reading(parser).document();
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            String reason = e.getOriginalMessage().lines().findFirst().orElse("not valid JSON");
            throw RulesFault.at(line, "not valid JSON: " + reason);
        }
    }

    /** The parser with what is read so far. */
    private static final class Reading {
        private final JsonParser parser;
        private boolean enabled = true;
        private final List<InterceptRule> rules = new ArrayList<>();
        private final Map<String, Integer> lines = new HashMap<>();

        Reading(JsonParser parser) {
            this.parser = parser;
        }

        RulesDocument document() throws RulesFault {
            expect(parser.nextToken(), JsonToken.START_OBJECT, "a rules file is an object");
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String key = parser.currentName();
                JsonToken value = parser.nextToken();
                switch (key) {
                    case "enabled" -> enabled = truth(key, value);
                    case "exec_rules" -> rules(value);
                    default -> throw fault("unknown key \"" + shown(key) + "\"; known are enabled and exec_rules");
                }
            }
            if (parser.nextToken() != null) {
                throw fault("text after the end of the object");
            }
            return new RulesDocument(enabled, rules);
        }

        private void rules(JsonToken first) throws RulesFault {
            expect(first, JsonToken.START_ARRAY, "exec_rules is a list");
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                expect(token, JsonToken.START_OBJECT, "a rule is an object");
                if (rules.size() == MAX_RULES) {
                    throw fault("more than " + MAX_RULES + " rules");
                }
                int line = line();
                InterceptRule rule = rule(line);
                Integer before = lines.putIfAbsent(rule.name(), line);
                if (before != null) {
                    throw RulesFault.at(
                            line, "a second rule \"" + rule.name() + "\"; the first one is in line " + before);
                }
                rules.add(rule);
            }
        }

        private InterceptRule rule(int line) throws RulesFault {
            InterceptRule.Draft draft = new InterceptRule.Draft();
            String name = "";
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String key = parser.currentName();
                JsonToken value = parser.nextToken();
                if (key.equals("name")) {
                    name = text(key, value);
                }
                try {
                    field(draft, key, value);
                } catch (IllegalArgumentException e) {
                    throw fault(titled(name, e));
                }
            }
            try {
                return draft.rule();
            } catch (IllegalArgumentException e) {
                throw RulesFault.at(line, titled(name, e));
            }
        }

        private static String titled(String name, IllegalArgumentException e) {
            String reason = String.valueOf(e.getMessage());
            return (name.isBlank() ? "rule: " : "rule \"" + shown(name) + "\": ") + reason;
        }

        private void field(InterceptRule.Draft draft, String key, JsonToken value) throws RulesFault {
            switch (key) {
                case "name" -> draft.name(checkedName(text(key, value)));
                case "pattern" -> draft.pattern(checkedPattern(text(key, value)));
                case "message" -> draft.message(text(key, value));
                case "action" -> draft.action(action(text(key, value)));
                case "enabled" -> draft.enabled(truth(key, value));
                case "match" -> draft.match(texts(key, value));
                case "no_match" -> draft.noMatch(texts(key, value));
                default ->
                    throw fault("unknown key \"" + shown(key)
                            + "\" in a rule; known are name, pattern, message, action, enabled, match and no_match");
            }
        }

        private static String checkedName(String name) {
            InterceptRule.checkName(name);
            return name;
        }

        private static String checkedPattern(String pattern) {
            InterceptRule.compile(pattern);
            return pattern;
        }

        private Action action(String value) throws RulesFault {
            return switch (value) {
                case "block" -> Action.BLOCK;
                case "confirm" -> Action.CONFIRM;
                default -> throw fault("unknown action \"" + shown(value) + "\"; known are block and confirm");
            };
        }

        private String text(String key, JsonToken value) throws RulesFault {
            expect(value, JsonToken.VALUE_STRING, key + " is a text");
            return parser.getString();
        }

        private List<String> texts(String key, JsonToken first) throws RulesFault {
            expect(first, JsonToken.START_ARRAY, key + " is a list of texts");
            List<String> texts = new ArrayList<>();
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                texts.add(text("each of " + key, token));
            }
            return texts;
        }

        private boolean truth(String key, JsonToken value) throws RulesFault {
            if (value != JsonToken.VALUE_TRUE && value != JsonToken.VALUE_FALSE) {
                throw fault(key + " is true or false");
            }
            return value == JsonToken.VALUE_TRUE;
        }

        private void expect(JsonToken token, JsonToken wanted, String rule) throws RulesFault {
            if (token != wanted) {
                throw fault(rule);
            }
        }

        private RulesFault fault(String reason) {
            return RulesFault.at(line(), reason);
        }

        private int line() {
            return Math.max(1, parser.currentTokenLocation().getLineNr());
        }

        private static String shown(String text) {
            String line = VisibleText.line(text);
            return line.length() > 100 ? line.substring(0, 100) + "..." : line;
        }
    }
}
