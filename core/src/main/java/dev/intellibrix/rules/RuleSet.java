package dev.intellibrix.rules;

import dev.intellibrix.internal.hash.Sha256;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.rules.RuleFindings.Hit;
import dev.intellibrix.tool.Command;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules as they stand at one moment. Immutable, so that one decision sees one set of rules whatever is changed
 * meanwhile.
 */
public final class RuleSet {

    private final RulesDocument document;
    private final List<InterceptRule> rules;
    private final @Nullable String fault;
    private final String revision;

    private RuleSet(RulesDocument document, List<InterceptRule> rules, @Nullable String fault) {
        this.document = document;
        this.rules = List.copyOf(rules);
        this.fault = fault;
        this.revision = digest(document, rules, fault);
    }

    /**
     * The rules in force: the built-in ones that are neither replaced nor dropped, those of the file, those given in code.
     * A file that is not enabled switches off all but the last.
     */
    static RuleSet of(
            List<InterceptRule> builtIn, RulesDocument document, List<InterceptRule> inCode, @Nullable String fault) {
        List<InterceptRule> rules = new ArrayList<>();
        if (document.enabled()) {
            Set<String> replaced = new LinkedHashSet<>();
            document.rules().forEach(rule -> replaced.add(rule.name()));
            inCode.forEach(rule -> replaced.add(rule.name()));
            builtIn.stream().filter(rule -> !replaced.contains(rule.name())).forEach(rules::add);
            document.rules().stream().filter(InterceptRule::isEnabled).forEach(rules::add);
        }
        rules.addAll(inCode);
        return new RuleSet(document, rules, fault);
    }

    /** The rules in force, in the order in which they are matched. */
    public List<InterceptRule> rules() {
        return rules;
    }

    /**
     * A digest of all that these rules depend on; equal for equal rules, also in another process.
     */
    public String revision() {
        return revision;
    }

    /**
     * Why the rules file could not be read, with the line; empty when it could or there is none. While there is a fault,
     * the file's rules are not in force, so every call that executes something has to be approved.
     */
    public Optional<String> fault() {
        return Optional.ofNullable(fault);
    }

    RulesDocument document() {
        return document;
    }

    /** What these rules say about the commands of a call, in time linear in their length. Never throws. */
    public RuleFindings evaluate(List<Command> commands) {
        if (commands.isEmpty()) {
            return RuleFindings.NONE;
        }
        Set<Hit> blocks = new LinkedHashSet<>();
        Set<Hit> confirms = new LinkedHashSet<>();
        Set<String> doubts = new LinkedHashSet<>();
        for (Command command : commands) {
            CommandViews views = CommandViews.of(command);
            views.refusal().ifPresent(blocks::add);
            doubts.addAll(views.doubts());
            for (InterceptRule rule : rules) {
                if (rule.matches(views)) {
                    boolean block = rule.action() == InterceptRule.Action.BLOCK;
                    (block ? blocks : confirms).add(new Hit(rule.name(), rule.message()));
                }
            }
        }
        return new RuleFindings(List.copyOf(blocks), List.copyOf(confirms), List.copyOf(doubts));
    }

    /** How these rules differ from those before. */
    public RulesDifference differenceFrom(RuleSet before) {
        Map<String, List<InterceptRule>> then = byName(before.rules);
        Map<String, List<InterceptRule>> now = byName(rules);
        List<String> added = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        now.forEach((name, rulesNow) -> {
            List<InterceptRule> rulesThen = then.remove(name);
            if (rulesThen == null) {
                added.add(name);
            } else if (!rulesThen.equals(rulesNow)) {
                changed.add(name);
            }
        });
        return new RulesDifference(before.revision, revision, added, List.copyOf(then.keySet()), changed);
    }

    private static Map<String, List<InterceptRule>> byName(List<InterceptRule> rules) {
        Map<String, List<InterceptRule>> byName = new LinkedHashMap<>();
        rules.forEach(rule ->
                byName.computeIfAbsent(rule.name(), name -> new ArrayList<>()).add(rule));
        return byName;
    }

    private static String digest(RulesDocument document, List<InterceptRule> rules, @Nullable String fault) {
        List<Object> content = List.of(
                document.enabled(),
                document.rules().stream().map(RuleSet::content).toList(),
                rules.stream().map(RuleSet::content).toList(),
                fault == null ? "" : fault);
        return Sha256.hex(Json.writeEscaped(content));
    }

    private static List<Object> content(InterceptRule rule) {
        return List.of(
                rule.name(),
                rule.pattern(),
                rule.message(),
                rule.action().name(),
                rule.isEnabled(),
                rule.match(),
                rule.noMatch());
    }
}
