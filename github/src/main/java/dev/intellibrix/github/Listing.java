package dev.intellibrix.github;

import dev.intellibrix.internal.net.NetException;
import dev.intellibrix.internal.net.WebUrl;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a list that GitHub gives in pages.
 *
 * @param items the elements
 * @param skipped how many stand before them
 * @param hasMore whether others come after them
 */
record Listing(List<ApiJson> items, int skipped, boolean hasMore) {

    /** The largest page that GitHub gives. */
    static final int PAGE = 100;

    private static final int MAX_PAGES = 10;
    private static final Pattern NEXT = Pattern.compile("<([^<>]{1,4000})>\\s*;[^<]*\\brel=\"?next\"?");
    private static final Pattern NUMBER = Pattern.compile("[?&]page=([0-9]{1,9})(?:&|$)");

    /**
     * What is listed.
     *
     * @param path the path of the API, with a query or without
     * @param field the field of an answer that holds the array; empty when it is the answer
     * @param about what it is, for a message
     */
    record Source(Repository repository, String path, String field, String about) {

        private String page(int number) {
            String separator = path.indexOf('?') < 0 ? "?" : "&";
            return path + separator + "per_page=" + PAGE + "&page=" + number;
        }
    }

    /**
     * Reads a part of a list: as many pages as it takes, and never more than ten. The next page is asked for where this one is,
     * and GitHub's link to it is believed for the page's number alone.
     *
     * @param skip how many elements to leave out
     * @param max how many to read
     * @throws ToolException when a page can not be had, or the link to the next one leads to another server
     */
    static Listing read(ApiCall call, Source source, int skip, int max) {
        List<ApiJson> items = new ArrayList<>();
        int leftOut = skip % PAGE;
        int page = skip / PAGE + 1;
        for (int pages = 0; pages < MAX_PAGES; pages++) {
            ApiJson answer = call.json(source.repository(), source.page(page), source.about());
            List<ApiJson> found = array(answer, source.field()).items();
            items.addAll(found.subList(Math.min(leftOut, found.size()), found.size()));
            leftOut = Math.max(0, leftOut - found.size());
            OptionalInt next = next(call, answer.link());
            if (items.size() > max || (items.size() == max && next.isPresent())) {
                return new Listing(List.copyOf(items.subList(0, max)), skip, true);
            }
            if (next.isEmpty() || next.getAsInt() <= page) {
                return new Listing(List.copyOf(items), skip, false);
            }
            page = next.getAsInt();
        }
        return new Listing(List.copyOf(items), skip, true);
    }

    private static ApiJson array(ApiJson answer, String field) {
        ApiJson array = field.isEmpty() ? answer : answer.at(field);
        if (!array.isArray()) {
            throw new ToolException("GitHub's answer is no list; try again once");
        }
        return array;
    }

    private static OptionalInt next(ApiCall call, Optional<String> link) {
        Matcher next = NEXT.matcher(link.orElse(""));
        if (!next.find()) {
            return OptionalInt.empty();
        }
        Matcher number = NUMBER.matcher(pathOf(call, next.group(1)));
        return number.find() ? OptionalInt.of(Integer.parseInt(number.group(1))) : OptionalInt.empty();
    }

    private static String pathOf(ApiCall call, String url) {
        String path = "";
        try {
            path = call.pathOf(WebUrl.parse(url));
        } catch (NetException e) {
            // Refused below, like every other URL that is not GitHub's.
        }
        if (path.isEmpty()) {
            throw new ToolException(
                    "GitHub's answer names a next page on another server, which is not asked; do without it");
        }
        return path;
    }

    /** The elements as text, as many as fit, and a last line that says how to see the others. */
    String shown(int maxChars, Function<ApiJson, String> describe) {
        StringBuilder text = new StringBuilder();
        int count = 0;
        for (ApiJson item : items) {
            String each = describe.apply(item);
            if (count > 0 && text.length() + each.length() > maxChars) {
                break;
            }
            text.append(
                    each.length() <= maxChars
                            ? each
                            : Texts.cut(each, maxChars) + "\n[the rest of this one is not shown]\n");
            count++;
        }
        int end = skipped + count;
        if (count < items.size() || hasMore) {
            text.append(String.format(
                    Locale.ROOT, "[%d to %d; there are more: call again with skip %d]\n", skipped + 1, end, end));
        }
        return text.toString();
    }
}
