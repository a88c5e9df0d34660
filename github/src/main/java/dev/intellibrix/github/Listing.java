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
 * @param entries the elements
 * @param skipped how many stand before them
 * @param hasMore whether others come after them
 * @param next where those begin; nothing when they can not be had
 */
record Listing(List<Entry> entries, int skipped, boolean hasMore, OptionalInt next) {

    /** The largest page that GitHub gives. */
    static final int PAGE = 100;

    /** How many elements a call may leave out. */
    static final int MAX_SKIP = 1_000_000;

    private static final int MAX_PAGES = 10;
    private static final Pattern NEXT = Pattern.compile("<([^<>]{1,4000})>\\s*;[^<]*\\brel=\"?next\"?");
    private static final Pattern NUMBER = Pattern.compile("[?&]page=([0-9]{1,9})(?:&|$)");

    /**
     * An element.
     *
     * @param position where it stands, counted as if each page before were full: so that a list with pages that are not full is gone
     *     through to its end as well
     */
    record Entry(ApiJson item, int position) {}

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
        List<Entry> entries = new ArrayList<>();
        int leftOut = skip % PAGE;
        int page = skip / PAGE + 1;
        for (int pages = 0; pages < MAX_PAGES && entries.size() < max; pages++) {
            ApiJson answer = call.json(source.repository(), source.page(page), source.about());
            List<ApiJson> found = array(answer, source.field()).items();
            for (int i = leftOut; i < found.size(); i++) {
                if (entries.size() == max) {
                    return new Listing(List.copyOf(entries), skip, true, position(page, i));
                }
                entries.add(new Entry(found.get(i), (page - 1) * PAGE + i));
            }
            leftOut = 0;
            Optional<String> link = nextLink(answer.link());
            if (link.isEmpty()) {
                return new Listing(List.copyOf(entries), skip, false, OptionalInt.empty());
            }
            int next = number(call, link.get());
            if (next <= page || position(next, 0).isEmpty()) {
                return new Listing(List.copyOf(entries), skip, true, OptionalInt.empty());
            }
            page = next;
        }
        return new Listing(List.copyOf(entries), skip, true, position(page, 0));
    }

    private static OptionalInt position(int page, int index) {
        long position = (page - 1L) * PAGE + index;
        return position <= MAX_SKIP ? OptionalInt.of((int) position) : OptionalInt.empty();
    }

    private static ApiJson array(ApiJson answer, String field) {
        ApiJson array = field.isEmpty() ? answer : answer.at(field);
        if (!array.isArray()) {
            throw new ToolException("GitHub's answer is no list; try again once");
        }
        return array;
    }

    private static Optional<String> nextLink(Optional<String> header) {
        Matcher next = NEXT.matcher(header.orElse(""));
        return next.find() ? Optional.of(next.group(1)) : Optional.empty();
    }

    /** The number of the page that a link names; 0 when it names a page in another way. */
    private static int number(ApiCall call, String link) {
        Matcher number = NUMBER.matcher(pathOf(call, link));
        return number.find() ? Integer.parseInt(number.group(1)) : 0;
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

    List<ApiJson> items() {
        return entries.stream().map(Entry::item).toList();
    }

    /**
     * The elements as text, as many as fit, and a last line that says how to see the others. One that does not fit by itself is
     * shown in pieces.
     *
     * @param start the first character to show of the first element
     * @throws ToolException when the first element ends before
     */
    String shown(int maxChars, int start, Function<ApiJson, String> describe) {
        StringBuilder text = new StringBuilder();
        int count = 0;
        for (Entry entry : entries) {
            String each = describe.apply(entry.item());
            if (count == 0 && (start > 0 || each.length() > maxChars)) {
                Texts.Piece piece = Texts.Piece.of(each, start, maxChars);
                String how = "skip " + entry.position() + " and start ";
                text.append(piece.setIn()).append("[" + piece.range(" of this one") + piece.rest(how) + "]\n");
                if (!piece.isLast()) {
                    return text.toString();
                }
            } else if (count > 0 && text.length() + each.length() > maxChars) {
                break;
            } else {
                text.append(each);
            }
            count++;
        }
        return text + more(count);
    }

    private String more(int count) {
        boolean isCutHere = count < entries.size();
        if (!isCutHere && !hasMore) {
            return "";
        }
        OptionalInt goOn = isCutHere ? OptionalInt.of(entries.get(count).position()) : next;
        if (goOn.isEmpty()) {
            return "[there are more, but GitHub does not say how to list them; do without them]\n";
        }
        return count == 0
                ? String.format(
                        Locale.ROOT, "[none here; there may be more: call again with skip %d]\n", goOn.getAsInt())
                : String.format(
                        Locale.ROOT,
                        "[%d to %d; there are more: call again with skip %d]\n",
                        skipped + 1,
                        skipped + count,
                        goOn.getAsInt());
    }
}
