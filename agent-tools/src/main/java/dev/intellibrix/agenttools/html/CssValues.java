package dev.intellibrix.agenttools.html;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Which properties of a style are looked at, and what they take: a browser passes over a value that a property does not take. */
final class CssValues {

    private static final String SHARED = "initial|inherit|unset|revert|revert-layer|[a-z-]+\\(.*\\)";
    private static final String NUMBER = "[+-]?[0-9]*\\.?[0-9]+";

    private static final Map<String, Pattern> TAKEN = Map.of(
            "display",
            pattern(
                    "(?:none|block|inline|flex|grid|table|contents|flow|flow-root|list-item|run-in|ruby|math|inline-[a-z]+"
                            + "|table-[a-z-]+|ruby-[a-z-]+|-(?:webkit|moz|ms)-[a-z-]+|\\s)+"),
            "visibility",
            pattern("visible|hidden|collapse"),
            "content-visibility",
            pattern("visible|hidden|auto"),
            "opacity",
            pattern(NUMBER + "%?"),
            "font-size",
            pattern(NUMBER + "(?:[a-z]+|%)?|(?:xx?x?-)?(?:small|large)|medium|smaller|larger|math"),
            "position",
            pattern("static|relative|absolute|fixed|(?:-webkit-)?sticky"));

    private static final Set<String> OTHERS = Set.of(
            "font",
            "color",
            "-webkit-text-fill-color",
            "background",
            "background-color",
            "background-image",
            "background-clip",
            "-webkit-background-clip",
            "filter",
            "overflow",
            "overflow-x",
            "overflow-y",
            "height",
            "width",
            "max-height",
            "max-width",
            "clip",
            "clip-path",
            "-webkit-clip-path",
            "text-indent",
            "margin",
            "margin-left",
            "margin-top",
            "transform",
            "-webkit-transform",
            "translate",
            "scale",
            "zoom",
            "left",
            "top",
            "right",
            "bottom",
            "inset");

    private CssValues() {}

    private static Pattern pattern(String own) {
        return Pattern.compile(own + "|" + SHARED);
    }

    static boolean takes(String property, String value) {
        Pattern taken = TAKEN.get(property);
        return taken == null ? OTHERS.contains(property) : taken.matcher(value).matches();
    }
}
