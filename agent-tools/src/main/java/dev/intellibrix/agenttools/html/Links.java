package dev.intellibrix.agenttools.html;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Makes the links of a page absolute and safe to write down. Only {@code http}, {@code https} and {@code mailto} are
 * links; scripts and data are not. Immutable.
 */
final class Links {

    /** A longer address says nothing to a reader; and a long base would be repeated in each link. */
    private static final int MAX_LENGTH = 2_000;

    private final Address base;
    private final Address page;

    private Links(Address base, Address page) {
        this.base = base;
        this.page = page;
    }

    static Links of(Document document, URI pageAddress) {
        Address page = Address.parse(tidy(pageAddress.toString()));
        Element element = document.selectFirst("base[href]");
        Optional<Address> own = element == null
                ? Optional.empty()
                : accept(element.attr("href")).map(href -> Address.parse(href).resolvedAgainst(page));
        return new Links(own.filter(Address::isWeb).orElse(page), page);
    }

    /** The address that a link leads to; empty when it stays in the page or is of a kind that is not kept. */
    Optional<String> target(String href) {
        return accept(href)
                .map(reference -> Address.parse(reference).resolvedAgainst(base))
                .filter(address -> (address.isWeb() && !address.hasUser()) || address.isMail())
                .filter(address -> !address.isPlaceIn(page))
                .map(address -> encode(address.toString()))
                .filter(address -> address.length() <= MAX_LENGTH);
    }

    /** The address of a picture or another embedded thing; empty when its data stands in the page itself. */
    Optional<String> source(String src) {
        return target(src).filter(address -> address.startsWith("http"));
    }

    private static Optional<String> accept(String href) {
        return href.length() > MAX_LENGTH
                ? Optional.empty()
                : Optional.of(tidy(href)).filter(h -> !h.isEmpty());
    }

    /** As browsers do it: no blanks around, no tabs and line ends inside, and in a web address backslashes are slashes. */
    private static String tidy(String href) {
        StringBuilder tidy = new StringBuilder(href.length());
        String visible = Characters.visible(href).strip();
        for (int i = 0; i < visible.length(); i++) {
            char c = visible.charAt(i);
            if (c != '\t' && c != '\n' && c != '\r' && c != '\f') {
                tidy.append(c);
            }
        }
        String text = tidy.toString();
        return Address.parse(text).isOfOtherScheme() ? text : withSlashes(text);
    }

    private static String withSlashes(String href) {
        int query = href.indexOf('?');
        int fragment = href.indexOf('#');
        int end = Math.min(query < 0 ? href.length() : query, fragment < 0 ? href.length() : fragment);
        return href.substring(0, end).replace('\\', '/') + href.substring(end);
    }

    /** Encodes what would end the address in Markdown or confuse its reader; letters of all languages stay. */
    private static String encode(String address) {
        StringBuilder encoded = new StringBuilder(address.length() + 16);
        boolean balanced = isBalanced(address);
        for (int i = 0; i < address.length(); i++) {
            char c = address.charAt(i);
            boolean parenthesis = (c == '(' || c == ')') && !balanced;
            if (c <= ' ' || c == 0x7f || "<>\"`\\^{}|".indexOf(c) >= 0 || parenthesis || Characters.isSpace(c)) {
                for (byte b : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
                    encoded.append(String.format(Locale.ROOT, "%%%02X", b));
                }
            } else {
                encoded.append(c);
            }
        }
        return encoded.toString();
    }

    private static boolean isBalanced(String address) {
        int depth = 0;
        for (int i = 0; i < address.length() && depth >= 0; i++) {
            char c = address.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        }
        return depth == 0;
    }
}
