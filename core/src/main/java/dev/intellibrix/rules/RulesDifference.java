package dev.intellibrix.rules;

import java.util.List;

/**
 * How the rules in force changed.
 *
 * @param before the revision before
 * @param after the revision after
 * @param added the names of rules that came into force
 * @param removed the names of rules that went out of force
 * @param changed the names of rules in force before and after that say something else now
 */
public record RulesDifference(
        String before, String after, List<String> added, List<String> removed, List<String> changed) {

    public RulesDifference {
        added = List.copyOf(added);
        removed = List.copyOf(removed);
        changed = List.copyOf(changed);
    }
}
