package dev.intellibrix.github;

import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A query that can not reach beyond one repository. It is read into terms and written anew: a term is a qualifier of a fixed list,
 * or words in quotes, which GitHub takes as they are. So there is no operator, no parenthesis, and no qualifier that was not
 * meant. Immutable.
 */
final class SearchQuery {

    private static final Pattern TERM =
            Pattern.compile("(-?)(?:([A-Za-z]{1,30}):)?(?:\"([^\"\\\\]*)\"|([^\\s\"\\\\]+))(?=\\s|$)");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9@#.,<>=*/_+-]{1,100}");
    private static final Set<String> QUALIFIERS = Set.of(
            "is",
            "in",
            "state",
            "reason",
            "type",
            "label",
            "author",
            "assignee",
            "mentions",
            "commenter",
            "involves",
            "milestone",
            "no",
            "created",
            "updated",
            "closed",
            "merged",
            "comments",
            "draft",
            "review",
            "base",
            "head",
            "sort",
            "language",
            "path",
            "filename",
            "extension",
            "size",
            "symbol");
    private static final Set<String> PLACES = Set.of("repo", "org", "user", "owner", "enterprise", "fork");
    private static final int MAX_CHARS = 256;

    private final List<String> terms;

    private SearchQuery(List<String> terms) {
        this.terms = terms;
    }

    /**
     * Reads a query.
     *
     * @throws ToolException when it names a place, or can not be read
     */
    static SearchQuery of(String query) {
        List<String> terms = new ArrayList<>();
        Matcher term = TERM.matcher(query.strip());
        int end = 0;
        while (term.find()) {
            if (!query.strip().substring(end, term.start()).isBlank()) {
                throw unreadable();
            }
            terms.add(written(term));
            end = term.end();
        }
        if (terms.isEmpty() || end != query.strip().length()) {
            throw unreadable();
        }
        return new SearchQuery(List.copyOf(terms));
    }

    private static ToolException unreadable() {
        return new ToolException(
                "query must be words, \"phrases\" and qualifiers such as is:open, without backslashes");
    }

    private static String written(Matcher term) {
        String name = term.group(2) == null ? "" : term.group(2).toLowerCase(Locale.ROOT);
        String value = term.group(3) == null ? term.group(4) : term.group(3);
        if (PLACES.contains(name)) {
            throw new ToolException("query must not say where to search (" + name + ":); name the repository instead");
        }
        if (QUALIFIERS.contains(name)) {
            return term.group(1) + name + ":" + (PLAIN.matcher(value).matches() ? value : quoted(value));
        }
        return term.group(1) + quoted(name.isEmpty() ? value : term.group(2) + ":" + value);
    }

    private static String quoted(String value) {
        return '"' + value + '"';
    }

    /**
     * The query for this repository.
     *
     * @throws ToolException when it is longer than GitHub takes
     */
    String in(Repository repository) {
        String query = "repo:" + repository + " " + String.join(" ", terms);
        if (query.length() > MAX_CHARS) {
            throw new ToolException("query is too long; use fewer words");
        }
        return query;
    }
}
