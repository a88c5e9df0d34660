package dev.intellibrix.internal.net;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a {@code Content-Type} header says.
 *
 * @param type the type in lower case without parameters, as in {@code text/html}; empty when there is none
 * @param charset the label of the charset, as it stands there
 */
public record ContentType(String type, Optional<String> charset) {

    private static final Pattern TYPE = Pattern.compile("[a-z0-9!#$&^_.+-]{1,100}/[a-z0-9!#$&^_.+-]{1,100}");
    private static final Pattern CHARSET = Pattern.compile("(?i);\\s*charset\\s*=\\s*[\"']?([^\\s\"';,]{1,100})");

    /** Reads the value of the header; what can not be read counts as missing. */
    static ContentType of(String header) {
        int end = header.indexOf(';');
        String type = (end < 0 ? header : header.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        Matcher charset = CHARSET.matcher(header);
        return new ContentType(
                TYPE.matcher(type).matches() ? type : "",
                charset.find() ? Optional.of(charset.group(1)) : Optional.empty());
    }
}
