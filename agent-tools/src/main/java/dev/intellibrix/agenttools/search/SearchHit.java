package dev.intellibrix.agenttools.search;

import java.util.Objects;

/**
 * One page that was found, as the service tells of it.
 *
 * @param title its title; may be empty
 * @param url its whole URL
 * @param snippet some of its text; may be empty. Entities and inline tags of HTML are no harm in either text
 */
public record SearchHit(String title, String url, String snippet) {

    public SearchHit {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(snippet, "snippet");
    }
}
