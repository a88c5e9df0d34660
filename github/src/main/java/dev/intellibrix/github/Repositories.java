package dev.intellibrix.github;

import dev.intellibrix.tool.ToolException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The repositories that may be used: full names, and {@code owner/*} for all of an owner. Immutable. */
final class Repositories {

    private static final String ALL = "/*";
    private static final Pattern OWNER_ONLY = Pattern.compile(Repository.OWNER);
    private static final int SHOWN = 20;

    private final Set<Repository> names;
    private final Set<String> owners;

    private Repositories(Set<Repository> names, Set<String> owners) {
        this.names = names;
        this.owners = owners;
    }

    /**
     * Reads the names.
     *
     * @throws IllegalArgumentException when there is none, or one is not of this form
     */
    static Repositories of(Collection<String> patterns) {
        if (patterns.isEmpty()) {
            throw new IllegalArgumentException("repositories: at least one is needed, as in octo/hello or octo/*");
        }
        Set<Repository> names = new LinkedHashSet<>();
        Set<String> owners = new LinkedHashSet<>();
        for (String pattern : patterns) {
            String owner = pattern.endsWith(ALL) ? pattern.substring(0, pattern.length() - ALL.length()) : "";
            if (OWNER_ONLY.matcher(owner).matches()) {
                owners.add(owner.toLowerCase(Locale.ROOT));
            } else {
                names.add(Repository.of(pattern)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "repositories: owner/name or owner/* is needed, but this is \"" + pattern + "\"")));
            }
        }
        return new Repositories(names, owners);
    }

    boolean allows(Repository repository) {
        return names.contains(repository) || owners.contains(repository.owner());
    }

    /**
     * The repository that a model names.
     *
     * @throws ToolException when it is none of these
     */
    Repository check(String fullName) {
        Repository repository = Repository.of(fullName)
                .orElseThrow(
                        () -> new ToolException("repository must be owner/name, with the letters a-z, digits, . _ -"
                                + " and no URL or encoding; use one of " + this));
        if (!allows(repository)) {
            throw new ToolException(repository + " is not among the repositories that may be used, which are " + this
                    + "; use one of those");
        }
        return repository;
    }

    /** The first of them, for a message. */
    @Override
    public String toString() {
        StringBuilder shown = new StringBuilder();
        int count = 0;
        for (Repository name : names) {
            if (count++ < SHOWN) {
                shown.append(shown.isEmpty() ? "" : ", ").append(name);
            }
        }
        for (String owner : owners) {
            if (count++ < SHOWN) {
                shown.append(shown.isEmpty() ? "" : ", ").append(owner).append(ALL);
            }
        }
        return count <= SHOWN ? shown.toString() : shown + " and " + (count - SHOWN) + " more";
    }
}
