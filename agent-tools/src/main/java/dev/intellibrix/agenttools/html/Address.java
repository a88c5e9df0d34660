package dev.intellibrix.agenttools.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address in its five parts, split and put together as RFC 3986 says, but for any text: pages hold addresses that no
 * strict parser takes. A part that is missing is null in the RFC's sense, which its {@code has} flag tells.
 */
record Address(String scheme, boolean hasAuthority, String authority, String path, String query, String fragment) {

    /** RFC 3986, appendix B, with a scheme that begins with a letter; query and fragment keep their mark. */
    private static final Pattern PARTS =
            Pattern.compile("(?:([A-Za-z][A-Za-z0-9+.-]*):)?(//([^/?#]*))?([^?#]*)(\\?[^#]*)?(#.*)?", Pattern.DOTALL);

    static Address parse(String reference) {
        Matcher matcher = PARTS.matcher(reference);
        if (!matcher.matches()) {
            return new Address("", false, "", reference, "", "");
        }
        String scheme = orEmpty(matcher.group(1)).toLowerCase(Locale.ROOT);
        return new Address(
                scheme,
                matcher.group(2) != null,
                orEmpty(matcher.group(3)),
                orEmpty(matcher.group(4)),
                orEmpty(matcher.group(5)),
                orEmpty(matcher.group(6)));
    }

    private static String orEmpty(String group) {
        return group == null ? "" : group;
    }

    /** RFC 3986, section 5.2.2. */
    Address resolvedAgainst(Address base) {
        if (!scheme.isEmpty()) {
            return hasAuthority ? withPath(withoutDots(path)) : this;
        }
        if (hasAuthority) {
            return new Address(base.scheme, true, authority, withoutDots(path), query, fragment);
        }
        if (path.isEmpty()) {
            return base.with(base.path, query.isEmpty() ? base.query : query, fragment);
        }
        String merged = path.startsWith("/") ? path : base.folder() + path;
        return base.with(withoutDots(merged), query, fragment);
    }

    private String folder() {
        return hasAuthority && path.isEmpty() ? "/" : path.substring(0, path.lastIndexOf('/') + 1);
    }

    private Address with(String newPath, String newQuery, String newFragment) {
        return new Address(scheme, hasAuthority, authority, newPath, newQuery, newFragment);
    }

    private Address withPath(String newPath) {
        return with(newPath, query, fragment);
    }

    /** Without the steps {@code .} and {@code ..}; those that would lead above the root lead to it. */
    private static String withoutDots(String path) {
        if (!path.contains("/.") && !path.startsWith(".")) {
            return path;
        }
        Deque<String> kept = new ArrayDeque<>();
        boolean folder = false;
        for (String step : path.split("/", -1)) {
            folder = step.equals(".") || step.equals("..");
            if (step.equals("..")) {
                if (kept.size() > 1) {
                    kept.removeLast();
                }
            } else if (!step.equals(".")) {
                kept.addLast(step);
            }
        }
        StringBuilder result = new StringBuilder();
        for (Iterator<String> steps = kept.iterator(); steps.hasNext(); ) {
            result.append(steps.next()).append(steps.hasNext() ? "/" : "");
        }
        return folder && !result.toString().endsWith("/") ? result.append('/').toString() : result.toString();
    }

    boolean isWeb() {
        return (scheme.equals("http") || scheme.equals("https")) && hasAuthority && !authority.isEmpty();
    }

    /** Whether there is a name, or a password, before the host: that is made to be taken for another host. */
    boolean hasUser() {
        return authority.indexOf('@') >= 0;
    }

    /** Whether this can not be an address of the web. */
    boolean isOfOtherScheme() {
        return !scheme.isEmpty() && !scheme.equals("http") && !scheme.equals("https");
    }

    boolean isMail() {
        return scheme.equals("mailto") && !path.isEmpty();
    }

    /** Whether this is a place in that page, which is no link to anywhere. */
    boolean isPlaceIn(Address page) {
        return !fragment.isEmpty() && with(path, query, "").equals(page.with(page.path, page.query, ""));
    }

    @Override
    public String toString() {
        return (scheme.isEmpty() ? "" : scheme + ":")
                + (hasAuthority ? "//" + authority : "")
                + path
                + query
                + fragment;
    }
}
