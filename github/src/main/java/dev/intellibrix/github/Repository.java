package dev.intellibrix.github;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A repository by its name. Only names that need no encoding are one, so that no name leads to another place of the API.
 *
 * @param owner the account, in lower case, since case does not count there
 * @param name the name below the owner, in lower case as well
 */
record Repository(String owner, String name) {

    static final String OWNER = "[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9_])?";

    private static final Pattern FULL_NAME = Pattern.compile("(" + OWNER + ")/([A-Za-z0-9._-]{1,100})");

    /** The repository of this full name; nothing when it is no such name. */
    static Optional<Repository> of(String fullName) {
        Matcher matcher = FULL_NAME.matcher(fullName);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String name = matcher.group(2).toLowerCase(Locale.ROOT);
        boolean isDots = name.chars().allMatch(c -> c == '.');
        return isDots || name.endsWith(".git")
                ? Optional.empty()
                : Optional.of(new Repository(matcher.group(1).toLowerCase(Locale.ROOT), name));
    }

    /** Where the API has it. */
    String path() {
        return "/repos/" + this;
    }

    @Override
    public String toString() {
        return owner + "/" + name;
    }
}
