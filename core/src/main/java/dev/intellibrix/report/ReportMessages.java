package dev.intellibrix.report;

import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.report.HtmlWriter.Tag;
import java.util.List;

/** The messages, in order; calls and results as short lines that lead to the cards. */
final class ReportMessages {

    /** How many messages are shown. */
    static final int MAX_SHOWN = 1_000;

    private static final int MAX_PREVIEW = 160;
    private static final int MAX_PARTS = 200;

    private final ReportView view;
    private final HtmlWriter html;
    private final ReportCalls calls;

    ReportMessages(ReportView view, ReportCalls calls) {
        this.view = view;
        this.html = view.html();
        this.calls = calls;
    }

    void write(List<Message> messages) {
        if (messages.isEmpty()) {
            html.in(Tag.P, "empty", "No messages were given.");
        }
        for (int i = 0; i < messages.size() && i < MAX_SHOWN; i++) {
            message(messages.get(i), i + 1);
        }
        if (messages.size() > MAX_SHOWN) {
            view.cut("the first " + ReportFormat.count(MAX_SHOWN, "message") + " of "
                    + ReportFormat.number(messages.size()) + " are shown");
        }
    }

    private void message(Message message, int number) {
        boolean isUntrusted = message.label().isUntrusted();
        boolean isLed = message.role() == Role.ASSISTANT || isAboutCallsOnly(message);
        String trust = !isUntrusted ? "" : isLed ? " led" : " untrusted";
        HtmlAttributes attributes =
                HtmlAttributes.css("message " + css(message.role()) + trust).at(HtmlPlace.message(number));
        html.in(Tag.ARTICLE, attributes, () -> {
            html.in(Tag.HEADER, "", () -> {
                html.in(Tag.SPAN, "number", String.valueOf(number));
                html.in(Tag.H3, "", name(message.role()));
                if (isLed) {
                    view.ledBy(message.label());
                } else {
                    view.trust(message.label());
                }
            });
            message.parts().stream().limit(MAX_PARTS).forEach(this::part);
            if (message.parts().size() > MAX_PARTS) {
                view.cut(MAX_PARTS + " of " + ReportFormat.count(message.parts().size(), "part") + " are shown");
            }
        });
    }

    /** Whether no tool gave any of these results. */
    private static boolean isAboutCallsOnly(Message message) {
        return message.role() == Role.TOOL
                && message.toolResults().stream().noneMatch(result -> ReportView.isOfTool(result.outcome()));
    }

    private void part(Part part) {
        if (part instanceof TextPart text) {
            view.block(text.text());
        } else if (part instanceof MediaPart media) {
            view.media(media);
        } else if (part instanceof ReasoningPart reasoning) {
            reasoning(reasoning);
        } else if (part instanceof ToolCallPart call) {
            call(call);
        } else if (part instanceof ToolResultPart result) {
            result(result);
        }
    }

    private void reasoning(ReasoningPart reasoning) {
        html.in(Tag.DETAILS, "reasoning", () -> {
            html.in(Tag.SUMMARY, "", "reasoning");
            if (reasoning.text().isEmpty()) {
                html.in(Tag.P, "empty", "(kept by the provider in a form of its own)");
            } else {
                view.block(reasoning.text());
            }
        });
    }

    private void call(ToolCallPart call) {
        html.in(Tag.P, "ref", () -> {
            html.in(Tag.SPAN, "type", "calls");
            nameOf(call.id(), call.toolName());
            html.in(Tag.CODE, "preview", () -> view.json(call.arguments(), MAX_PREVIEW));
        });
    }

    private void result(ToolResultPart result) {
        html.in(Tag.P, "ref", () -> {
            html.in(Tag.SPAN, "type", "result of");
            nameOf(result.callId(), result.toolName());
            view.chip(
                    ReportView.css(result.outcome()),
                    ReportFormat.words(result.outcome().name()));
            html.in(Tag.CODE, "preview", () -> view.line(result.text(), MAX_PREVIEW));
        });
        result.media().forEach(view::media);
    }

    private void nameOf(String callId, String toolName) {
        calls.ofMessage(callId).ifPresentOrElse(view::linkTo, () -> view.code(toolName));
    }

    private static String css(Role role) {
        return switch (role) {
            case SYSTEM -> "system";
            case USER -> "user";
            case ASSISTANT -> "model";
            case TOOL -> "tool";
        };
    }

    private static String name(Role role) {
        return switch (role) {
            case SYSTEM -> "System prompt";
            case USER -> "User";
            case ASSISTANT -> "Model";
            case TOOL -> "Results";
        };
    }
}
