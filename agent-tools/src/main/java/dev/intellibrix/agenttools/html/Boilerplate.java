package dev.intellibrix.agenttools.html;

import java.util.Locale;
import java.util.Set;

/** Tells the furniture of a page from its content, by element, role and the words that authors use for it. */
final class Boilerplate {

    private static final Set<String> ROLES = Set.of(
            "navigation",
            "banner",
            "contentinfo",
            "complementary",
            "search",
            "dialog",
            "alertdialog",
            "menu",
            "menubar",
            "toolbar",
            "tablist");

    private static final Set<String> FURNITURE = Set.of(
            "ad",
            "ads",
            "adsense",
            "advert",
            "advertisement",
            "advertising",
            "adslot",
            "adunit",
            "banner",
            "breadcrumb",
            "breadcrumbs",
            "cookie",
            "cookies",
            "consent",
            "gdpr",
            "copyright",
            "crumbs",
            "dropdown",
            "footer",
            "foot",
            "interstitial",
            "legal",
            "login",
            "signin",
            "masthead",
            "onetrust",
            "menu",
            "modal",
            "nav",
            "navbar",
            "navigation",
            "navbox",
            "newsletter",
            "overlay",
            "outbrain",
            "taboola",
            "pager",
            "pagination",
            "popup",
            "print",
            "promo",
            "promotion",
            "promoted",
            "rating",
            "recommend",
            "recommended",
            "recommendation",
            "recommendations",
            "recirc",
            "related",
            "relatedposts",
            "share",
            "sharing",
            "sharedaddy",
            "shares",
            "sharebar",
            "sharetools",
            "addthis",
            "sidebar",
            "sidenav",
            "signup",
            "skip",
            "skiplink",
            "social",
            "sociable",
            "sponsor",
            "sponsored",
            "subscribe",
            "subscription",
            "subnav",
            "tags",
            "tagcloud",
            "toolbar",
            "tooltip",
            "topbar",
            "trending",
            "widget",
            "widgets",
            "popular",
            "mostread",
            "editsection",
            "noprint",
            "paywall",
            "feedback",
            "survey",
            "follow",
            "readnext",
            "teaser",
            "teasers");

    private static final Set<String> NOTICES = Set.of(
            "cookie",
            "cookies",
            "consent",
            "gdpr",
            "onetrust",
            "modal",
            "popup",
            "newsletter",
            "paywall",
            "interstitial");

    private static final Set<String> DISCUSSION = Set.of(
            "comment",
            "comments",
            "commentlist",
            "disqus",
            "discussion",
            "replies",
            "respond",
            "responses",
            "livefyre",
            "kommentare",
            "commentaires",
            "comentarios",
            "commenti");

    private static final int LONGEST_ROLE = 50;

    private static final int LONGEST_CLASS = 400;

    private static final int LONGEST_PERMALINK = 30;

    private static final Set<String> PERMALINKS = Set.of(
            "#",
            "\u00b6",
            "\u00a7",
            "\u21a9",
            "\ud83d\udd17",
            "link",
            "permalink",
            "anchor",
            "edit",
            "[edit]",
            "copy link");

    private static final Set<String> LINE_NUMBERS =
            Set.of("gutter", "lineno", "linenos", "linenodiv", "linenumber", "linenumbers", "blobnum", "rougegutter");

    private Boilerplate() {}

    /** Whether a part is furniture by what it is called; how much is in it is for the caller to look at. */
    static boolean isFurniture(Part part) {
        if (part.is("nav", "aside", "footer", "menu", "search")) {
            return true;
        }
        return ROLES.contains(roleOf(part)) || ClassWords.of(part).hasAny(FURNITURE);
    }

    /** Whether a part asks the reader for consent or for an address, before or beside the content. */
    static boolean isNotice(Part part) {
        return roleOf(part).endsWith("dialog") || ClassWords.of(part).hasAny(NOTICES);
    }

    /** The role in lower case; a long text is none. */
    private static String roleOf(Part part) {
        String role = part.attribute("role");
        return role.length() > LONGEST_ROLE ? "" : role.toLowerCase(Locale.ROOT);
    }

    /** Whether a part holds what readers have written below the content. */
    static boolean isDiscussion(Part part) {
        return ClassWords.of(part).hasAny(DISCUSSION);
    }

    /** Whether a part of a heading is the link to that heading. */
    static boolean isPermalink(Part part) {
        return part.is("a")
                && part.measure().letters() <= LONGEST_PERMALINK
                && PERMALINKS.contains(Characters.line(CodeBlock.textOf(part)).toLowerCase(Locale.ROOT));
    }

    /** Whether a part of a block of code is the numbers of its lines. */
    static boolean isLineNumber(Part part) {
        String classes = part.attribute("class", LONGEST_CLASS);
        if (classes.isEmpty()) {
            return false;
        }
        for (String name : classes.toLowerCase(Locale.ROOT).split("\\s+", 50)) {
            if (LINE_NUMBERS.contains(name.replace("-", ""))) {
                return true;
            }
        }
        return false;
    }
}
