package dev.intellibrix.github;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Headers of a request, of which only one that occurs once counts. */
final class WebhookHeaders {

    private final Map<String, List<String>> headers;

    WebhookHeaders(Map<String, List<String>> headers) {
        this.headers = headers;
    }

    /** The value of a header, whatever the case of its name; nothing when there is none, or more than one, in any form. */
    Optional<String> single(String name) {
        List<String> values = new ArrayList<>(1);
        headers.forEach((key, all) -> {
            if (key != null && all != null && key.toLowerCase(Locale.ROOT).equals(name)) {
                values.addAll(all);
            }
        });
        return values.size() == 1 ? Optional.ofNullable(values.get(0)) : Optional.empty();
    }

    /** The value of a header that occurs once and is of this form. */
    Optional<String> single(String name, Pattern form) {
        return single(name).filter(value -> form.matcher(value).matches());
    }
}
