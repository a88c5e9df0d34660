package dev.intellibrix.agenttools.html;

import java.util.Optional;
import java.util.regex.Pattern;

/** Writes the elements inside of a line: emphasis, links, code, pictures, small and foreign things. */
final class InlineWriter {

    /** What would end a title or be read as markup in it. */
    private static final Pattern TITLE_MARKS = Pattern.compile("[\\\\\"<`|&]");

    private static final int LONGEST_TITLE = 200;

    private final Links links;
    private final InlineText text;

    InlineWriter(Links links, InlineText text) {
        this.links = links;
        this.text = text;
    }

    /** Begins an element; false when all of it has been written. */
    boolean enter(Part part) {
        switch (part.name()) {
            case "strong", "b" -> text.open("**", "**");
            case "em", "i" -> text.open("*", "*");
            case "del", "s", "strike" -> text.open("~~", "~~");
            case "a" -> openLink(part);
            case "q" -> text.text("\u201c");
            case "rt" -> text.text("(");
            case "br" -> text.lineBreak();
            case "img", "image" -> picture(part);
            case "iframe", "embed", "video", "audio", "object", "frame" -> embedded(part);
            case "code", "kbd", "samp", "tt" -> text.markup(InlineCode.of(part, text.isInCell()));
            case "sup", "sub" -> {
                return raised(part);
            }
            case "math" -> {
                return formula(part);
            }
            case "annotation", "annotation-xml", "button" -> {
                return part.is("button") && ButtonText.isKept(part);
            }
            default -> {}
        }
        return !part.is(
                "br", "img", "image", "iframe", "embed", "video", "audio", "object", "frame", "code", "kbd", "samp",
                "tt");
    }

    void leave(Part part) {
        switch (part.name()) {
            case "strong", "b", "em", "i", "del", "s", "strike", "a" -> text.close();
            case "q" -> text.text("\u201d");
            case "rt" -> text.text(")");
            default -> {}
        }
    }

    private void openLink(Part part) {
        Optional<String> target = links.target(part.attribute("href"));
        text.open(
                target.isEmpty() ? "" : "[",
                target.map(t -> "](" + t + title(part) + ")").orElse(""));
    }

    /** The title of a link, in quotes; one that only repeats the link's text says nothing. */
    private static String title(Part part) {
        String attribute = part.attribute("title");
        String title = attribute.length() > 2 * LONGEST_TITLE ? "" : Characters.line(attribute);
        boolean isLongText = part.measure().letters() > 3 * LONGEST_TITLE;
        boolean says = !title.isEmpty()
                && title.length() <= LONGEST_TITLE
                && (isLongText || !title.equalsIgnoreCase(Characters.line(CodeBlock.textOf(part))));
        return says ? " \"" + TITLE_MARKS.matcher(title).replaceAll("\\\\$0") + "\"" : "";
    }

    /** A picture is its description; without one it says nothing to a reader of text. */
    private void picture(Part part) {
        String alt = Characters.line(part.attribute("alt"));
        if (alt.isEmpty()) {
            return;
        }
        if (text.isInLink()) {
            text.text(alt);
            return;
        }
        Optional<String> source =
                links.source(part.attribute("src")).or(() -> links.source(part.attribute("data-src")));
        text.open("![", source.map(s -> "](" + s + ")").orElse("]"));
        text.text(alt);
        text.close();
    }

    private void embedded(Part part) {
        String source = part.is("object") ? part.attribute("data") : part.attribute("src");
        if (source.isEmpty()) {
            source = part.children().stream()
                    .filter(c -> c.is("source"))
                    .map(c -> c.attribute("src"))
                    .findFirst()
                    .orElse("");
        }
        String title = Characters.line(part.attribute("title"));
        links.source(source).ifPresent(target -> {
            text.open("[", "](" + target + ")");
            text.text(title.isEmpty() ? part.name() : title);
            text.close();
        });
    }

    /** A power keeps its meaning without the raised line; a mark of a footnote and an ordinal need none. */
    private boolean raised(Part part) {
        if (part.children().size() != 1 || !part.children().get(0).isText() || !isTerm(text.last())) {
            return true;
        }
        String small = Characters.line(part.children().get(0).text());
        text.text(SmallSigns.write(small, part.is("sup")));
        return false;
    }

    private static boolean isTerm(char c) {
        return Character.isLetterOrDigit(c) || c == ')' || c == '*';
    }

    /** A formula that comes with its TeX source is that source. */
    private boolean formula(Part part) {
        String source = part.isInside("math") ? "" : Formula.source(part);
        if (source.isEmpty()) {
            return true;
        }
        text.text(" ");
        text.markup(InlineCode.write("$" + source + "$", text.isInCell()));
        return false;
    }
}
