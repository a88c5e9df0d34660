package dev.intellibrix.agenttools.fetch;

import dev.intellibrix.internal.net.ContentType;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** What a page is, as far as it matters for showing it. */
enum TextType {
    /** A page whose text lies between tags. */
    HTML,
    /** Text that is shown as it is. */
    PLAIN,
    /** Nothing that can be shown as text. */
    BINARY,
    /** The server does not say. */
    UNKNOWN;

    private static final Set<String> PAGES = Set.of("text/html", "application/xhtml+xml");

    private static final Set<String> TEXTS = Set.of(
            "application/ecmascript",
            "application/graphql",
            "application/javascript",
            "application/json",
            "application/json5",
            "application/jsonlines",
            "application/ld+json",
            "application/ndjson",
            "application/sql",
            "application/toml",
            "application/typescript",
            "application/x-javascript",
            "application/x-ndjson",
            "application/x-sh",
            "application/x-subrip",
            "application/x-tex",
            "application/x-yaml",
            "application/xml",
            "application/xml-dtd",
            "application/yaml",
            "message/rfc822",
            "image/svg+xml");

    private static final Set<String> FIRST_TAGS = Set.of("<!doctype html", "<html", "<head", "<body");
    private static final int LOOK_AT = 4_096;

    /** By what the server says. */
    static TextType of(ContentType content) {
        String type = content.type();
        if (type.isEmpty()) {
            return UNKNOWN;
        }
        if (PAGES.contains(type)) {
            return HTML;
        }
        boolean isText = type.startsWith("text/")
                || TEXTS.contains(type)
                || (type.startsWith("application/") && (type.endsWith("+json") || type.endsWith("+xml")));
        return isText ? PLAIN : BINARY;
    }

    /** By what the content begins with, where the server does not say. */
    static TextType guess(byte[] body) {
        String start = new String(body, 0, Math.min(LOOK_AT, body.length), StandardCharsets.ISO_8859_1)
                .strip()
                .toLowerCase(Locale.ROOT);
        return FIRST_TAGS.stream().anyMatch(start::startsWith) ? HTML : PLAIN;
    }

    /** Whether decoded text is that of something else: no text has a NUL. */
    static boolean isBinary(String text) {
        return text.lastIndexOf('\0', LOOK_AT) >= 0;
    }
}
