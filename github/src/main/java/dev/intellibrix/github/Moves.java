package dev.intellibrix.github;

import dev.intellibrix.tool.ToolException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What to say where GitHub redirects: a repository that was renamed or transferred, or an issue that was moved. Nothing there is
 * followed, since another repository may not be among those that are allowed; the model gets the new name only when it is.
 */
final class Moves {

    private static final Pattern BY_ID = Pattern.compile("/repositories/([0-9]{1,18})(/.*)?");
    private static final Pattern BY_NAME = Pattern.compile("/repos/([^/?]+/[^/?]+)(/.*)?");
    private static final Pattern NUMBER = Pattern.compile("/(?:issues|pulls)/([0-9]{1,10})(?:[/?].*)?");

    private final ApiCall call;
    private final Repository asked;

    Moves(ApiCall call, Repository asked) {
        this.call = call;
        this.asked = asked;
    }

    /** The failure that tells where something is now. */
    ToolException describe(String path) {
        Matcher byId = BY_ID.matcher(path);
        Matcher byName = BY_NAME.matcher(path);
        Optional<Repository> now = Optional.empty();
        String rest = "";
        if (byId.matches()) {
            now = nameOf(byId.group(1));
            rest = byId.group(2);
        } else if (byName.matches()) {
            now = Repository.of(byName.group(1));
            rest = byName.group(2);
        }
        if (now.isEmpty() || !call.allows(now.get())) {
            return new ToolException("what was asked for is no longer in " + asked
                    + ": it was renamed or moved to where this tool may not look; do without it");
        }
        Matcher number = NUMBER.matcher(rest == null ? "" : rest);
        String which = number.matches() ? ", number " + number.group(1) : "";
        return new ToolException(
                "what was asked for was renamed or moved to " + now.get() + which + "; ask for it there");
    }

    /** The name of a repository by its number; nothing when it can not be had. */
    private Optional<Repository> nameOf(String id) {
        try {
            String name = call.repositoryById(id);
            return Repository.of(name);
        } catch (MovedException e) {
            return Optional.empty();
        }
    }
}
