package dev.intellibrix.rules;

import java.util.List;

/**
 * What a rules file says.
 *
 * @param enabled whether its rules and the built-in ones are in force
 * @param rules its rules, by distinct names
 */
record RulesDocument(boolean enabled, List<InterceptRule> rules) {

    static final RulesDocument EMPTY = new RulesDocument(true, List.of());

    RulesDocument {
        rules = List.copyOf(rules);
    }

    /** Reads the text of a rules file. */
    static RulesDocument parse(String json) throws RulesFault {
        return new RulesParser(json).document();
    }
}
