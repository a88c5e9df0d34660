package dev.intellibrix.rules;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request, with the names of its headers in lower case. */
final class Request {

    private final Map<String, List<String>> headers;
    private final byte[] body;

    Request(Map<String, List<String>> headers, byte[] body) {
        this.headers = headers;
        this.body = body;
    }

    byte[] body() {
        return body;
    }

    List<String> header(String name) {
        return headers.getOrDefault(name, List.of());
    }

    /** The body as text; null when it is not UTF-8. */
    @Nullable String text() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** The strong tags of a header without their quotes, and {@code *}. */
    List<String> entityTags(String name) {
        List<String> tags = new ArrayList<>();
        for (String value : header(name)) {
            for (String part : value.split(",", -1)) {
                String tag = part.strip();
                if (tag.equals("*")) {
                    tags.add(tag);
                } else if (tag.length() > 2 && tag.startsWith("\"") && tag.endsWith("\"")) {
                    tags.add(tag.substring(1, tag.length() - 1));
                } else if (!tag.isEmpty()) {
                    tags.add("\u0000" + tag);
                }
            }
        }
        return tags;
    }
}
