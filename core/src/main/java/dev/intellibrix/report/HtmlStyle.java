package dev.intellibrix.report;

import dev.intellibrix.internal.hash.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;

/**
 * The page's own style sheet, and the policy that allows it and nothing else.
 *
 * @param css the style sheet
 */
record HtmlStyle(String css) {

    HtmlStyle {
        if (css.contains("<") || css.contains("\r")) {
            throw new IllegalArgumentException("css holds a character that would end or change it in a page");
        }
    }

    /** Reads the style sheet that lies beside this class. */
    static HtmlStyle load(String resource) {
        try (InputStream in =
                Objects.requireNonNull(HtmlStyle.class.getResourceAsStream(resource), "the style sheet is missing")) {
            return new HtmlStyle(new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r", ""));
        } catch (IOException e) {
            throw new UncheckedIOException("the style sheet can not be read", e);
        }
    }

    /** No script, no request, no frame, no form; the one style sheet by its hash, so that no other style counts either. */
    String policy() {
        return "default-src 'none'; style-src 'sha256-" + hash() + "'; base-uri 'none'; form-action 'none'";
    }

    private String hash() {
        return Base64.getEncoder().encodeToString(Sha256.of(css.getBytes(StandardCharsets.UTF_8)));
    }
}
