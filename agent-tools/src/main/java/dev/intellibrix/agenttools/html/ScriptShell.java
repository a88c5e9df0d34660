package dev.intellibrix.agenttools.html;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Tells a page that has next to no text because its scripts are to bring it. */
final class ScriptShell {

    /** A page with more letters than this says something by itself. */
    private static final int ENOUGH = 400;

    private static final int LOOKED_AT = 3;

    private static final Pattern ASKS = Pattern.compile(
            "(?:enable|activate|turn on|requires?|need|without)\\b.{0,40}\\bjava\\s?script|java\\s?script\\b.{0,60}(?:enabled|required|disabled|turned off)|loading");

    private ScriptShell() {}

    static boolean isOne(Document document, Part body, String text) {
        if (body.measure().letters() - body.measure().linked() > ENOUGH || document.selectFirst("script") == null) {
            return false;
        }
        return text.isBlank() || asks(text) || hasEmptyRoot(document) || noscriptAsks(document);
    }

    private static boolean asks(String text) {
        return ASKS.matcher(text.toLowerCase(Locale.ROOT)).find();
    }

    private static boolean noscriptAsks(Document document) {
        for (Element element :
                document.getElementsByTag("noscript").stream().limit(LOOKED_AT).toList()) {
            String inner = element.html();
            if (asks(inner.substring(0, Math.min(2_000, inner.length())))) {
                return true;
            }
        }
        return false;
    }

    /** The element that a framework fills, as the frameworks' own starters name it. */
    private static boolean hasEmptyRoot(Document document) {
        for (Element root : document.select(
                "#root, #app, #__next, #__nuxt, #___gatsby, #svelte, #main-app, app-root, [ng-app], [data-reactroot], [ng-version]")) {
            if (!root.hasText()) {
                return true;
            }
        }
        return false;
    }
}
