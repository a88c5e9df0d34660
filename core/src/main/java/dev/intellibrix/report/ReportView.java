package dev.intellibrix.report;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.report.HtmlWriter.Tag;
import java.util.List;
import java.util.Optional;

/** What the sections of the page are written with. Text is bounded here, each by itself and all of it together. */
final class ReportView {

    /** How many characters of one text are shown. */
    static final int MAX_TEXT = 20_000;

    /** How many characters of all long texts are shown; of what comes after them, the first {@link #HEAD} of each. */
    static final long MAX_ALL_TEXT = 6_000_000;

    /** How much of a long text is open to begin with. */
    private static final int HEAD = 800;

    private static final int HEAD_LINES = 14;
    private static final int MAX_LINE = 300;
    private static final int MAX_ORIGINS = 16;

    private final HtmlWriter html;
    private long left = MAX_ALL_TEXT;

    ReportView(HtmlWriter html) {
        this.html = html;
    }

    HtmlWriter html() {
        return html;
    }

    /** A section with its heading, as a place that links can lead to. */
    void section(String name, String title, String explanation, Runnable content) {
        HtmlAttributes place = HtmlAttributes.NONE.at(HtmlPlace.section(name));
        html.in(Tag.SECTION, place, () -> {
            html.in(Tag.H2, "", title);
            if (!explanation.isEmpty()) {
                html.in(Tag.P, "explain", explanation);
            }
            content.run();
        });
    }

    /** A text from outside, with its lines; what is long is folded, and what is very long is cut. */
    void block(String text) {
        int shown = (int) Math.min(text.length(), Math.min(MAX_TEXT, Math.max(left, HEAD)));
        left = Math.max(0, left - shown);
        String kept = ReportFormat.start(text, shown);
        int head = headLength(kept);
        if (kept.isEmpty()) {
            html.in(Tag.P, "empty", "(empty)");
        } else {
            html.lines(head < kept.length() ? "text head" : "text", kept.substring(0, head));
        }
        if (head < kept.length()) {
            html.in(Tag.DETAILS, "rest", () -> {
                html.in(Tag.SUMMARY, "", ReportFormat.count(kept.length() - head, "more character"));
                html.lines("text", kept.substring(head));
            });
        }
        if (kept.length() < text.length()) {
            cut(ReportFormat.number(kept.length()) + " of " + ReportFormat.count(text.length(), "character")
                    + " are shown");
        }
    }

    /** A short text from outside, on one line. */
    void line(String text) {
        line(text, MAX_LINE);
    }

    /** A short text from outside, on one line and not longer than this. */
    void line(String text, int max) {
        html.in(Tag.BDI, "", ReportFormat.start(text, max));
        more(text, max);
    }

    /** JSON, or what a model took for it, on one line and not longer than this. */
    void json(String json, int max) {
        html.in(Tag.BDI, "", () -> html.json(ReportFormat.start(json, max)));
        more(json, max);
    }

    private void more(String text, int max) {
        if (text.length() > max) {
            html.in(Tag.SPAN, "muted", "… (" + ReportFormat.count(text.length(), "character") + ")");
        }
    }

    /** The name of a tool, a file or the like. */
    void code(String text) {
        html.in(Tag.CODE, "", () -> line(text));
    }

    /** Says that something is not shown. */
    void cut(String what) {
        html.in(Tag.P, "cut", "Cut: " + what + ".");
    }

    /** A word that stands for itself; the blank after it is for those who hear or copy the page. */
    void chip(String css, String text) {
        html.in(Tag.SPAN, "chip " + css, text).text(" ");
    }

    /** A heading of a piece of a card. */
    void label(String text) {
        html.in(Tag.H4, "", text);
    }

    void outcome(Optional<ToolOutcome> outcome) {
        chip(
                outcome.map(ReportView::css).orElse("wait"),
                outcome.map(Enum::name).map(ReportFormat::words).orElse("no result"));
    }

    static String css(ToolOutcome outcome) {
        return switch (outcome) {
            case SUCCEEDED -> "ok";
            case INTERCEPTED -> "stop";
            case NOT_EXECUTED -> "off";
            default -> "bad";
        };
    }

    /**
     * Whether a result brings what a tool gave. Where nothing ran, it is words of the SDK about the call, and the label is the
     * call's own.
     */
    static boolean isOfTool(ToolOutcome outcome) {
        return switch (outcome) {
            case SUCCEEDED, FAILED, TIMED_OUT, CANCELLED -> true;
            default -> false;
        };
    }

    /** The trust of content, with its origins. */
    void trust(Label label) {
        if (label.isUntrusted()) {
            chip("untrusted", "untrusted content");
        } else {
            chip("trusted", "trusted");
        }
        origins(label);
    }

    /** The trust of what the model made, with the origins of what it had seen. */
    void ledBy(Label label) {
        if (label.isUntrusted()) {
            chip("led", "follows untrusted content");
            origins(label);
        } else {
            chip("trusted", "follows trusted content only");
        }
    }

    private void origins(Label label) {
        label.origins().stream().limit(MAX_ORIGINS).forEach(this::origin);
        int more = label.origins().size() - MAX_ORIGINS;
        if (more > 0) {
            html.in(Tag.SPAN, "muted", "and " + ReportFormat.count(more, "more source"));
        }
    }

    void origin(Origin origin) {
        String text = origin.kind() == Origin.Kind.OVERFLOW ? "more sources than a label lists" : origin.toString();
        html.in(Tag.SPAN, "origin", () -> line(text, 120)).text(" ");
    }

    /** The sub-agents that are on the way to a call. */
    void agentPath(List<String> path) {
        if (!path.isEmpty()) {
            html.in(Tag.SPAN, "chip agent", () -> {
                html.text("sub-agent ");
                line(String.join(" > ", path), 120);
            });
        }
    }

    /** Leads to a call, where the page shows it. */
    void linkTo(ReportCall call) {
        Runnable name = () -> {
            html.text(call.number() + " ");
            line(call.toolName(), 60);
        };
        if (call.number() <= ReportCalls.MAX_SHOWN) {
            html.in(Tag.A, HtmlAttributes.css("call").to(call.place()), name);
        } else {
            html.in(Tag.SPAN, "call", name);
        }
    }

    /** What kind of media there is, and how much; never the media. */
    void media(MediaPart media) {
        html.in(Tag.P, "media", () -> {
            chip("off", "media");
            line(media.mimeType(), 80);
            String base64 = media.base64();
            if (base64 != null) {
                html.text(", " + ReportFormat.count(bytes(base64), "byte"));
            }
            if (media.uri() != null) {
                html.text(", by its address ");
                code(String.valueOf(media.uri()));
            }
            if (!media.name().isEmpty()) {
                html.text(", named ");
                code(media.name());
            }
        });
    }

    private static long bytes(String base64) {
        int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
        return base64.length() / 4L * 3 - padding;
    }

    /** Where the open part of a text ends: at the end of a line, where there is one in a good place. */
    private static int headLength(String text) {
        int lines = 0;
        int lastLine = 0;
        for (int i = 0; i < text.length() && i < HEAD; i++) {
            if (text.charAt(i) == '\n') {
                lastLine = i + 1;
                if (++lines == HEAD_LINES) {
                    return lastLine;
                }
            }
        }
        if (text.length() <= HEAD) {
            return text.length();
        }
        return lastLine > HEAD / 2 ? lastLine : ReportFormat.start(text, HEAD).length();
    }
}
