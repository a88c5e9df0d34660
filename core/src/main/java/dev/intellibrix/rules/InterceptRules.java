package dev.intellibrix.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The intercept rules of an agent: the built-in ones, those of a file, and those given in code.
 *
 * <pre>{@code
 * InterceptRules rules = InterceptRules.fromFile(Path.of("/etc/agent/intercept_rules.json"))
 *         .with(InterceptRule.block("no-push", "^git push\\b", "Open a pull request instead."));
 * }</pre>
 *
 * <p>The rules given in code stay in force whatever the file says. The file is read once, when this object is made; {@link
 * #replace} and {@link RulesHandler} put other rules in its place. A file that is faulty counts for nothing as a whole,
 * {@link RuleSet#fault} says why, and every call that executes something has to be approved until valid rules are there.
 *
 * <p>Thread-safe; several agents may share one object. It keeps the last 1,000 violations in memory.
 */
public final class InterceptRules {

    private static final Logger LOG = LoggerFactory.getLogger(InterceptRules.class);

    /** Stands for whatever revision is the current one. */
    static final String ANY_REVISION = "*";

    private final List<InterceptRule> builtIn;
    private final List<InterceptRule> inCode;
    private final @Nullable RulesStorage storage;
    private final ViolationLog violations = new ViolationLog();
    private final ReentrantLock changing = new ReentrantLock();
    private volatile RuleSet current;

    private InterceptRules(
            List<InterceptRule> builtIn, List<InterceptRule> inCode, @Nullable RulesStorage storage, Content content) {
        this.builtIn = List.copyOf(builtIn);
        this.inCode = List.copyOf(inCode);
        this.storage = storage;
        this.current = RuleSet.of(builtIn, content.document, inCode, content.fault);
    }

    /** What was read: a document, or the reason why there is none. */
    private record Content(RulesDocument document, @Nullable String fault) {}

    /** The built-in rules read, write, list, search and date, which point the model to the tool that does the job. */
    public static InterceptRules builtIn() {
        return new InterceptRules(BuiltInRules.ALL, List.of(), null, new Content(RulesDocument.EMPTY, null));
    }

    /** No rules at all; a command that is too long or nested too deep to be checked is intercepted nevertheless. */
    public static InterceptRules none() {
        return new InterceptRules(List.of(), List.of(), null, new Content(RulesDocument.EMPTY, null));
    }

    /**
     * The built-in rules and those of a file. Never throws for what is wrong with the file: see {@link RuleSet#fault}.
     *
     * @param path the file; no tool may write it while the rules are in use ({@link #protectedFiles})
     */
    public static InterceptRules fromFile(Path path) {
        RulesStorage storage = new RulesStorage(Objects.requireNonNull(path, "path"));
        return new InterceptRules(BuiltInRules.ALL, List.of(), storage, read(storage, path));
    }

    /**
     * The built-in rules and those of a text in the format of a rules file.
     *
     * @throws IllegalArgumentException with the line and the reason when the text is faulty
     */
    public static InterceptRules fromJson(String json) {
        try {
            Content content = new Content(RulesDocument.parse(json), null);
            return new InterceptRules(BuiltInRules.ALL, List.of(), null, content);
        } catch (RulesFault e) {
            throw new IllegalArgumentException("rules: " + e.reason(), e);
        }
    }

    private static Content read(RulesStorage storage, Path path) {
        try {
            return new Content(RulesDocument.parse(storage.read()), null);
        } catch (RulesFault e) {
            LOG.warn("the rules file {} is not used, so every execution asks: {}", path, e.reason());
            return new Content(RulesDocument.EMPTY, e.reason());
        }
    }

    /**
     * These rules and others given in code. One with the name of a built-in rule replaces it. The result has a list of
     * violations of its own, and changes of this object do not reach it.
     *
     * @throws IllegalArgumentException when a name was given in code before
     */
    public InterceptRules with(InterceptRule... rules) {
        List<InterceptRule> all = new ArrayList<>(inCode);
        all.addAll(List.of(rules));
        Set<String> names = new HashSet<>();
        for (InterceptRule rule : all) {
            if (!names.add(rule.name())) {
                throw new IllegalArgumentException("rules: two rules in code are named " + rule.name());
            }
        }
        return new InterceptRules(builtIn, all, storage, content());
    }

    /**
     * These rules without some of the built-in ones.
     *
     * @param names among read, write, list, search and date
     * @throws IllegalArgumentException when there is no such built-in rule
     */
    public InterceptRules without(String... names) {
        List<InterceptRule> left = new ArrayList<>(builtIn);
        for (String name : names) {
            if (!left.removeIf(rule -> rule.name().equals(name))) {
                throw new IllegalArgumentException("names: there is no built-in rule " + name);
            }
        }
        return new InterceptRules(left, inCode, storage, content());
    }

    private Content content() {
        RuleSet rules = current;
        return new Content(rules.document(), rules.fault().orElse(null));
    }

    /** The rules as they stand now. */
    public RuleSet current() {
        return current;
    }

    /** The files that these rules are read from, absolute and real: no tool may write them. */
    public Set<Path> protectedFiles() {
        return storage == null ? Set.of() : Set.copyOf(storage.paths());
    }

    /** The calls that were intercepted, the newest last; at most 1,000. */
    public List<Violation> violations() {
        return violations.list();
    }

    /** Adds a violation; the oldest one goes when there are too many. */
    public void record(Violation violation) {
        violations.add(Objects.requireNonNull(violation, "violation"));
    }

    /**
     * Puts other rules in the place of the file's, and writes them to the file when there is one. Nothing changes when the
     * text is faulty or the file cannot be written.
     *
     * @param json the text of a rules file
     * @throws IllegalArgumentException with the line and the reason when the text is faulty
     * @throws UncheckedIOException when the file cannot be written
     */
    public void replace(String json) {
        try {
            replace(json, List.of(ANY_REVISION));
        } catch (RulesFault e) {
            throw new IllegalArgumentException("rules: " + e.reason(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("the rules file can not be written", e);
        }
    }

    /** How many rules there are of each kind, and the files that others are read from. */
    @Override
    public String toString() {
        return "InterceptRules[" + builtIn.size() + " built in, " + inCode.size() + " in code, files "
                + protectedFiles() + "]";
    }

    /** What became of an attempt to replace the rules. */
    enum Replacement {
        DONE,
        STALE,
        FILE_CHANGED
    }

    /**
     * Puts other rules in the place of the file's, unless they are not what was expected.
     *
     * @param expected revisions, one of which has to be the current one, with the file as it was read; or {@link
     *     #ANY_REVISION}
     */
    Replacement replace(String json, List<String> expected) throws RulesFault, IOException {
        RulesDocument document = RulesDocument.parse(json);
        changing.lock();
        try {
            if (!expected.contains(ANY_REVISION)) {
                if (!expected.contains(current.revision())) {
                    return Replacement.STALE;
                }
                if (storage != null && storage.isChanged()) {
                    return Replacement.FILE_CHANGED;
                }
            }
            if (storage != null) {
                storage.write(json);
            }
            current = RuleSet.of(builtIn, document, inCode, null);
            return Replacement.DONE;
        } finally {
            changing.unlock();
        }
    }
}
